import type { ProfileTabProps } from './profile-tabs.ts'

export function WatchlistTab({ member }: ProfileTabProps) {
  return <p>{member.username}</p>
}
