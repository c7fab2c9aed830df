import type { ProfileTabProps } from './profile-tabs.ts'

export function FilmsTab({ member }: ProfileTabProps) {
  return <p>{member.username}</p>
}
