import { inject } from 'vitest'
import { runScene } from '#server/cli/scene.ts'

/** The `DATABASE_URL` of a database of the tests' server. */
export function databaseUrl(database: string): string {
  const { user, password, host, port } = inject('server')
  const secret = encodeURIComponent(String(password ?? ''))
  return `postgres://${user}:${secret}@${encodeURIComponent(String(host))}:${port ?? 5432}/${database}`
}

interface Typed {
  /** What is typed where it asks; nobody is there to be asked without one. */
  answer?: string | undefined
  /** What comes through its standard input. */
  input?: string
}

/** Runs `scene` with words of a command line. Answers its exit code, what it wrote and what it asked. */
export async function runCommand(
  words: string[],
  env: Record<string, string>,
  { answer, input = '' }: Typed = {},
) {
  const out: string[] = []
  const errors: string[] = []
  const asked: string[] = []
  const ask = async (question: string) => {
    asked.push(question)
    return answer ?? ''
  }
  const code = await runScene(words, env, {
    out: (text) => void out.push(text),
    error: (text) => void errors.push(text),
    ask: answer === undefined ? null : ask,
    input: async () => input,
  })
  return { code, out: out.join('\n'), error: errors.join('\n'), asked }
}
