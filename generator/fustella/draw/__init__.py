"""draw: templates and fields into faces, and faces into vector pages. It never knows a page."""
