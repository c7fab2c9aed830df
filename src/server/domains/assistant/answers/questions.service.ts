import { sql } from 'kysely'
import { assistantLanguages, type AssistantLanguage } from '#shared/api/assistant.ts'
import type { AssistantFigures } from '#shared/api/admin.ts'
import { dayMs } from '#shared/durations.ts'
import { utcDay } from '#shared/utc-day.ts'
import type { Context } from '#server/context.ts'

const daysShown = 30

const dayOf = (time: number) => utcDay(new Date(time))
const firstDay = (now: Date) => dayOf(now.getTime() - (daysShown - 1) * dayMs)

/** Counts a question that was answered without a language model; its words are not stored. */
export async function countQuestion(
  ctx: Pick<Context, 'db' | 'now' | 'metrics'>,
  language: AssistantLanguage,
  isUnderstood: boolean,
): Promise<void> {
  ctx.metrics.questions.inc({ language, outcome: isUnderstood ? 'understood' : 'not_understood' })
  await sql`
    insert into assistant_questions as counted (day, language, understood, not_understood)
    values (${dayOf(ctx.now().getTime())}, ${language}, ${isUnderstood ? 1 : 0}, ${isUnderstood ? 0 : 1})
    on conflict (day, language) do update set understood = counted.understood + excluded.understood,
      not_understood = counted.not_understood + excluded.not_understood`.execute(ctx.db)
}

/** The questions of the last days, of each language, beside how many of the set ones are answered rightly. */
export async function questionFigures(
  ctx: Pick<Context, 'db' | 'now' | 'language'>,
): Promise<AssistantFigures> {
  const { rows } = await sql<{ language: AssistantLanguage; understood: number; not_understood: number }>`
    select language, sum(understood)::int as understood, sum(not_understood)::int as not_understood
    from assistant_questions where day >= ${firstDay(ctx.now())} group by language`.execute(ctx.db)
  const counted = new Map(rows.map((row) => [row.language, row]))
  return {
    days: daysShown,
    languages: assistantLanguages.map((language) => {
      const { understood = 0, not_understood: notUnderstood = 0 } = counted.get(language) ?? {}
      return { language, understood, notUnderstood, set: ctx.language.score[language] }
    }),
  }
}

/** Forgets the days that are shown no more. */
export async function pruneQuestions(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await sql`delete from assistant_questions where day < ${firstDay(ctx.now())}`.execute(ctx.db)
}
