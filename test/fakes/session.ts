/** The member of most tests. */
export const me = '018f0000-0000-7000-8000-000000000001'

/** Logs a member in, before a screen is rendered. */
export function signInAs(user: { _id: string; username: string; token?: string; role?: string }): void {
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem('token', 'abc')
}

export const signInAsLayla = () => signInAs({ _id: me, username: 'layla' })
