import { withTexts } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { askBy } from '#web/ui/overlays/alert.tsx'
import { GivenUp } from './given-up.ts'

async function askIdentity(): Promise<boolean> {
  const { StepUpDialog } = await withTexts(import('./step-up-dialog.tsx'), 'steps')
  return askBy(StepUpDialog)
}

/**
 * For every act that may be answered by `auth.step_up_required`: asks then who it is, and acts again. What the member
 * typed waits in the screen below.
 * @throws what the act throws; an error that `isGivenUp` where the question was closed
 */
export async function confirmed<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'auth.step_up_required') throw error
  }
  if (!(await askIdentity())) throw new GivenUp()
  return confirmed(act)
}
