import type { ProfileTabProps } from './profile-tabs.ts'

export function ReviewsTab({ member }: ProfileTabProps) {
  return <p>{member.username}</p>
}
