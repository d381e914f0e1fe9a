"""What a finished face is asked: its faults, what it shows, where its texts lie."""
