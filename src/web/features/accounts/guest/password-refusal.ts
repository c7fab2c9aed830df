import { errorText, needTexts, translate, type TextKey } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'

/** Why no account or no password was made; where an operator asks for a longer password, how long. */
export async function refusalText(error: unknown, fallback: TextKey): Promise<string> {
  await needTexts('steps')
  const isShort =
    error instanceof ApiError &&
    (error.code === 'auth.password_short' || error.code === 'auth.reset_password_short')
  const n = isShort ? Number(error.issues[0]?.params?.['min']) : 0
  return n > 0 ? translate('auth.reset.shortest', { n }) : errorText(error, fallback)
}
