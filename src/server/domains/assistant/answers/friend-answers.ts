import { friendsLoved, friendsOf, memberLogsOf } from '../lookups/friends.service.ts'
import { memberCalled } from '#server/domains/members/members.service.ts'
import type { QuestionOf } from '#server/adapters/language/language.ts'
import { aboutFilm, headed, list, nothing, type AnswerContext, type BuiltInReply } from './reply-format.ts'

const friendsNamed = 6

export async function loved(
  { ctx, viewer, say }: AnswerContext,
  question: QuestionOf<'friends-loved'>,
): Promise<BuiltInReply> {
  const { period, filters } = question
  const found = await friendsLoved(ctx, viewer, { period, filters })
  const [unknown] = found.unknownPeople
  if (found.following === 0) return nothing(say.followsNobody)
  if (unknown !== undefined) return nothing(say.noPerson(unknown))
  const what = say.describe({ filters, people: filters.people ?? [], period })
  if (found.films.length === 0) return nothing(say.noneLoved(what))
  return headed(
    say.friendsLoved(what),
    list(say, found.films, ({ average, friends, ratings, seen }) => {
      const [only] = ratings
      return [
        friends === 1 && only
          ? say.reason.friend(only.username, only.rating)
          : say.reason.average(average, friends),
        seen ? say.reason.seen : null,
      ]
    }),
  )
}

export function ofFilm(
  asking: AnswerContext,
  question: QuestionOf<'friends-of-film'>,
): Promise<BuiltInReply> {
  const { ctx, viewer, say } = asking
  return aboutFilm(asking, question.film, async (film) => {
    const found = await friendsOf(ctx, viewer, { filmId: film.id })
    if (found.following === 0) return nothing(say.followsNobody)
    if (found.friends === 0) return { reply: say.noFriendLogged(film), films: [film] }
    const lines = found.logs
      .slice(0, friendsNamed)
      .map(({ username, rating, review }) => say.friendSays(username, rating, review))
    return { reply: [say.friendsOf(film, found), ...lines].join('\n'), films: [film] }
  })
}

/** What the viewer may see of a member's logs of a film; a member who is not to be seen is none. */
export async function ofMember(
  asking: AnswerContext,
  { member: name, film: named }: QuestionOf<'member-of-film'>,
): Promise<BuiltInReply> {
  const { ctx, viewer, say } = asking
  const member = await memberCalled(ctx, viewer, name)
  if (!member) return nothing(say.noMember(name))
  return aboutFilm(asking, named, async (film) => {
    const logs = await memberLogsOf(ctx, viewer, { memberId: member._id, filmId: film.id })
    if (logs.length === 0) return { reply: say.noMemberLogged(member.username, film), films: [film] }
    const lines = logs.map(({ username, rating, review }) => say.friendSays(username, rating, review))
    return { reply: [say.memberOf(member.username, film), ...lines].join('\n'), films: [film] }
  })
}
