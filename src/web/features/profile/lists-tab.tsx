import type { ProfileTabProps } from './profile-tabs.ts'

export function ListsTab({ member }: ProfileTabProps) {
  return <p>{member.username}</p>
}
