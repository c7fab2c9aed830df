/** What can be reported. `address`: a page that a guest names and that is none of these. */
export const reportKinds = ['member', 'log', 'reply', 'list', 'picture', 'address'] as const
export type ReportKind = (typeof reportKinds)[number]

/** Why something is reported, and the rule that a decision names. */
export const reportReasons = [
  'spam',
  'abuse',
  'spoilers',
  'copied',
  'impersonation',
  'illegal',
  'other',
] as const
export type ReportReason = (typeof reportReasons)[number]

const ofTexts = ['spam', 'abuse', 'spoilers', 'copied', 'illegal', 'other'] as const

/** What each kind can be reported for. */
export const reasonsOf: Readonly<Record<ReportKind, readonly ReportReason[]>> = {
  member: ['spam', 'abuse', 'impersonation', 'copied', 'illegal', 'other'],
  log: ofTexts,
  reply: ofTexts,
  list: ofTexts,
  picture: ['abuse', 'spoilers', 'copied', 'illegal', 'other'],
  address: reportReasons,
}

/** Reasons that say nothing without a few words. */
export const needsWords = (reason: ReportReason): boolean =>
  reason === 'copied' || reason === 'illegal' || reason === 'other'

/**
 * Reasons for which a guest may leave name and address out: whoever reports the sexual abuse of children need not say
 * who they are.
 */
export const mayBeNameless = (reason: ReportReason): boolean => reason === 'illegal'

export const maxReportText = 1000

/** What a moderator does. `none` closes the report. */
export const moderationActs = [
  'none',
  'hide',
  'remove',
  'spoiler',
  'limit',
  'suspend',
  'restore',
  'message',
] as const
export type ModerationAct = (typeof moderationActs)[number]

const ofMember = ['limit', 'suspend', 'message'] as const

/** What can be done about each kind, in the order in which it is offered; `restore` takes back what was done. */
export const actsOf: Readonly<Record<ReportKind, readonly ModerationAct[]>> = {
  member: ['none', ...ofMember],
  log: ['none', 'hide', 'spoiler', 'remove', ...ofMember],
  reply: ['none', 'hide', 'spoiler', 'remove', ...ofMember],
  list: ['none', 'hide', 'remove', ...ofMember],
  picture: ['none', 'hide', 'remove', ...ofMember],
  address: ['none'],
}

/** What keeps something from somebody, so that it can be appealed. */
export const isMeasure = (act: ModerationAct): boolean =>
  act !== 'none' && act !== 'restore' && act !== 'message'

/** What was removed does not come back, also where an appeal says that it should not have been. */
export const canBeTakenBack = (act: ModerationAct): boolean => isMeasure(act) && act !== 'remove'

/** What comes of an appeal: `accepted` where its author was right, and nothing comes back. */
export const appealResult = (act: ModerationAct, outcome: 'kept' | 'lifted') =>
  outcome === 'lifted' && !canBeTakenBack(act) ? 'accepted' : outcome

/** How long somebody may appeal, once. */
export const appealDays = 20
