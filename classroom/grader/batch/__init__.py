"""Mark a folder of submissions: draw cases, judge, and survive being stopped."""
