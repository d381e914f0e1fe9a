"""What has been printed, and what therefore still has to be: pure comparing of kits with boxes."""
