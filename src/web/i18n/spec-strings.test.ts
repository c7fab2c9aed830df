import { describe, expect, it } from 'vitest'
import account from './en.account.json'
import app from './en.app.json'
import home from './en.home.json'
import steps from './en.steps.json'
import { flatten } from './flatten.ts'

/**
 * Every text that the specifications give for the screens there are, letter for letter: `{x}` stands for
 * what the product fills in. A text may only leave this list together with the specification.
 */
const specified = [
  // Sign-up, login, verification and reset (specification 1, sections 2, 5 and 8)
  'Crop Photo',
  'Done',
  'Sign Up',
  'Verify',
  'Send Reset Code',
  'Update Password',
  'Forgot password?',
  'Login',
  'or',
  "Don't have an account? Sign up",
  '3–20 letters, numbers, or underscores only',
  'Username is already taken',
  'Username looks good!',
  'Invalid email format',
  'Email already in use',
  'Email is available',
  'Please upload an avatar.',
  'Invalid username format.',
  'Username already taken.',
  'Invalid email.',
  'Email already in use.',
  'Password too short.',
  'Enter a valid 6-digit code.',
  'Please enter both username and email.',
  'Password must be at least 6 characters.',
  'Passwords do not match.',
  'Login failed. Please check your credentials.',
  'Login failed.',
  'Logged in successfully!',
  'Google sign-in failed.',
  'Logged in with Google!',
  'Google login failed. Please try again.',
  'Something went wrong with Google login.',
  'Signup failed.',
  'Signup failed. Try again.',
  'Signed up successfully!',
  'Verification failed.',
  'Invalid code. Try again.',
  'Email verified!',
  'Something went wrong.',
  'Failed to send reset code.',
  'Verification code sent to your email!',
  'Invalid or expired code.',
  'Failed to reset password.',
  'Password updated!',
  'Reset flow expired. Please try again.',
  'Upload failed. Try again.',
  'Upload and Enter',
  'Please select a photo.',
  'User not found.',
  'Avatar Upload',
  'No Image',
  'Upload Avatar',
  '✅ Upload successful!',
  '❌ Upload failed: {error}',
  '❌ Something went wrong.',
  'Logged out!',
  // Navigation (specification 1, section 2)
  'Home',
  'Search',
  'Notifications',
  'Profile',
  'SceneBot',
  'Log Out',
  // Home, trending and friends' recent logs
  'Welcome back, {name}',
  'New Day. New Amazing Film.',
  'Read more',
  'Recent Activities',
  'No recent logs yet.',
  'Trending Movies',
  'More →',
  'No trending movies right now.',
  'Your Friends Just Watched',
  'day',
  'week',
  'month',
  'No recent activity found.',
  'Trending Movies This Week',
  'No trending movies available.',
  // Search
  'films',
  'users',
  'lists',
  'actors',
  'directors',
  'Showing results for',
  'No results found.',
  'No users found.',
  // Profile
  'Loading...',
  'Following',
  'Followers',
  'Films',
  'Follow',
  'Share',
  'Profile link copied!',
  'No favorite movies yet.',
  // Relative time (specification 1, section 9)
  'Just now',
  '{n}min ago',
  '{n}h ago',
  '{n}d ago',
  // Notifications (specification 1, section 9, and decisions 26 and 34)
  'just followed you',
  'liked your review',
  'liked your comment',
  'replied to your comment',
  'commented on your review',
  'liked your list!',
  'sent you something!',
  // Film page (specification 2, sections 2 and 8)
  'No trailer available',
  'Full Cast',
  'Similar Films',
  'Where to Watch',
  'No similar films found.',
  'No streaming info available.',
  'No providers available for this region.',
  'No reviews yet.',
  'No friends have logged this film yet.',
  'No director found',
  'Failed to update watchlist',
  'Failed to update favorites',
  'Not logged in',
  // Logging and reviews
  'Log',
  'Update',
  'Failed to submit log.',
  'Log updated!',
  'Log submitted!',
  'Failed to delete log',
  'Go to Movie',
  'Edit Review/Log',
  'Delete Review/Log',
  'Copy Link',
  'Link copied!',
  'Delete this review?',
  'Failed to load review.',
  'Failed to delete review.',
  'Review deleted!',
  'Failed to like.',
  'You must be logged in to like.',
  'Comments',
  'No comments yet.',
  '1 reply',
  '{count} replies',
  // Profile edit and backdrop choice (specification 1, sections 2 and 8)
  'Save',
  'Connections',
  'Show',
  'Hide',
  'Delete My Account',
  'Failed to update profile.',
  'No changes to save.',
  'Failed to delete account.',
  'Avatar upload failed.',
  'Upload failed.',
  // Assistant
  'SceneBot is currently unavailable. Please try again later.',
]

const texts = new Set(
  [...new Map([...flatten(account), ...flatten(steps), ...flatten(home), ...flatten(app)]).values()].map(
    (text) => text.replaceAll(/\{\{(\w+)\}\}/g, '{$1}'),
  ),
)

describe('specified texts', () => {
  it.each(specified)('%s', (text) => {
    expect(texts).toContain(text)
  })

  it('are listed once', () => {
    expect(specified).toEqual([...new Set(specified)])
  })
})
