import type { Locale } from '#shared/locale.ts'
import { longDay } from '#shared/written-date.ts'
import { appealResult, type ModerationAct, type ReportKind, type ReportReason } from '#shared/moderation.ts'
import { isolated } from '#shared/isolated.ts'
import type { MailLines } from '#server/domains/accounts/notices.service.ts'

/** What was decided, for a mail. */
export interface DecisionMail {
  kind: ReportKind
  /** The first words of what it is about. */
  excerpt: string
  act: ModerationAct
  ground: ReportReason
  facts: string
  /** Where and until when one can appeal; null when nothing was restricted. */
  appeal: { url: string; until: Date } | null
}

interface Texts {
  kinds: Record<ReportKind, string>
  /** Whose words it is about, beside its kind. */
  quoted: (kind: string, excerpt: string) => string
  /** The measure and how far it goes. */
  acts: Record<ModerationAct, string>
  grounds: Record<ReportReason, string>
  statement: (lines: { about: string; measure: string; ground: string; facts: string }) => MailLines
  restored: (about: string) => MailLines
  message: (about: string, text: string) => MailLines
  appeal: (url: string, until: string) => string
  appealResults: Record<ReturnType<typeof appealResult>, string>
  appealDecided: (about: string, result: string, answer: string) => MailLines
  /** What was reported, where it is of this Scene. */
  reported: (address: string) => string
  receipt: (number: number) => MailLines
  outcome: (number: number, acted: boolean) => MailLines
}

export const moderationTexts: Record<Locale, Texts> = {
  en: {
    kinds: {
      member: 'Your account',
      log: 'Your review',
      reply: 'Your comment',
      list: 'Your list',
      picture: 'Your picture',
      address: 'A page',
    },
    quoted: (kind, excerpt) => `${kind}: “${excerpt}”`,
    acts: {
      none: 'No action was taken.',
      hide: 'It was hidden. Nobody but you and the moderators can see it.',
      remove: 'It was removed from Scene.',
      spoiler: 'It was marked as containing spoilers.',
      limit:
        'Your account was limited. Everything you wrote stays, but Scene shows you only to those who follow you or search for you.',
      suspend: 'Your account was suspended. You cannot log in; what you wrote stays.',
      restore: 'The earlier measure was taken back.',
      message: 'No action was taken.',
    },
    grounds: {
      spam: 'Spam: advertising, or the same again and again.',
      abuse: 'Abuse or hate: attacks on people or groups.',
      spoilers: 'Spoilers that are not marked.',
      copied: 'A text or picture copied from somebody else.',
      impersonation: 'Pretending to be somebody else.',
      illegal: 'Content that is against the law, as the facts say.',
      other: 'Another rule of this Scene, as the facts say.',
    },
    statement: ({ about, measure, ground, facts }) => ({
      subject: 'A decision about your content on Scene',
      lines: [
        `What it is about: ${about}`,
        `What was decided: ${measure}`,
        `The rule: ${ground}`,
        `The facts: ${facts}`,
        'It was reported, and a person decided. No automatic means were used to find it or to decide.',
      ],
    }),
    restored: (about) => ({
      subject: 'A decision was taken back on Scene',
      lines: [`What it is about: ${about}`, 'The earlier measure was taken back. All is as it was before.'],
    }),
    message: (about, text) => ({
      subject: 'A message from the moderators of Scene',
      lines: [`What it is about: ${about}`, text],
    }),
    appeal: (url, until) =>
      `If you think this is wrong, you can appeal once, until ${until}: ${url} Somebody else decides about the appeal where there is somebody. You can also go to a court or to a body that settles disputes.`,
    appealResults: {
      kept: 'The decision stays as it is.',
      lifted: 'Your appeal was accepted: the measure was taken back.',
      accepted: 'Your appeal was accepted. What was removed cannot be brought back.',
    },
    appealDecided: (about, result, answer) => ({
      subject: 'Your appeal was decided on Scene',
      lines: [
        `What it is about: ${about}`,
        result,
        answer,
        'A person decided. You can still go to a court or to a body that settles disputes.',
      ],
    }),
    reported: (address) => `You reported this address: ${address}`,
    receipt: (number) => ({
      subject: `Scene received your report no. ${number}`,
      lines: [
        `Your report has the number ${number}. A person reads it, and you will be told the decision by email.`,
        'If you did not report anything, you can ignore this email.',
      ],
    }),
    outcome: (number, acted) => ({
      subject: `Your report no. ${number} was decided on Scene`,
      lines: [
        acted
          ? 'What you reported broke a rule, and something was done about it.'
          : 'What you reported does not break the rules of this Scene, so nothing was done.',
        'A person decided. If you think this is wrong, you can go to a court or to a body that settles disputes.',
      ],
    }),
  },
  ar: {
    kinds: {
      member: 'حسابك',
      log: 'مراجعتك',
      reply: 'تعليقك',
      list: 'قائمتك',
      picture: 'صورتك',
      address: 'صفحة',
    },
    quoted: (kind, excerpt) => `${kind}: «${excerpt}»`,
    acts: {
      none: 'لم يُتخذ أي إجراء.',
      hide: 'أُخفي هذا المحتوى، ولا يراه سواك والمشرفون.',
      remove: 'أُزيل هذا المحتوى من Scene.',
      spoiler: 'وُضعت عليه علامة «حرق للأحداث».',
      limit: 'قُيّد حسابك. يبقى كل ما كتبته، لكن Scene لا يعرضك إلا لمن يتابعك أو يبحث عنك.',
      suspend: 'أُوقف حسابك. لا يمكن تسجيل الدخول، ويبقى ما كتبته.',
      restore: 'أُلغي الإجراء السابق.',
      message: 'لم يُتخذ أي إجراء.',
    },
    grounds: {
      spam: 'محتوى مزعج: إعلانات أو تكرار للشيء نفسه.',
      abuse: 'إساءة أو كراهية: هجوم على أشخاص أو جماعات.',
      spoilers: 'حرق للأحداث بلا تنبيه.',
      copied: 'نص أو صورة منسوخة من شخص آخر.',
      impersonation: 'انتحال شخصية أخرى.',
      illegal: 'محتوى مخالف للقانون، كما تبيّن الوقائع.',
      other: 'قاعدة أخرى من قواعد Scene هنا، كما تبيّن الوقائع.',
    },
    statement: ({ about, measure, ground, facts }) => ({
      subject: 'قرار بشأن محتواك في Scene',
      lines: [
        `موضوع القرار: ${about}`,
        `القرار: ${measure}`,
        `القاعدة: ${ground}`,
        `الوقائع: ${facts}`,
        'ورد بلاغ بشأنه، واتخذ القرار شخص. لم تُستخدم أي وسيلة آلية للعثور عليه أو لاتخاذ القرار.',
      ],
    }),
    restored: (about) => ({
      subject: 'أُلغي قرار في Scene',
      lines: [`موضوع القرار: ${about}`, 'أُلغي الإجراء السابق، وعاد كل شيء كما كان.'],
    }),
    message: (about, text) => ({
      subject: 'رسالة من مشرفي Scene',
      lines: [`موضوع الرسالة: ${about}`, text],
    }),
    appeal: (url, until) =>
      `إذا بدا القرار خاطئًا، فيمكن الاعتراض عليه مرة واحدة حتى ${until}: ${url} يبتّ في الاعتراض شخص آخر إن وُجد. ويمكن أيضًا اللجوء إلى القضاء أو إلى هيئة لتسوية النزاعات.`,
    appealResults: {
      kept: 'يبقى القرار كما هو.',
      lifted: 'قُبل اعتراضك، وأُلغي الإجراء.',
      accepted: 'قُبل اعتراضك، لكن ما أُزيل لا يمكن استعادته.',
    },
    appealDecided: (about, result, answer) => ({
      subject: 'بُتّ في اعتراضك في Scene',
      lines: [
        `موضوع القرار: ${about}`,
        result,
        answer,
        'اتخذ القرار شخص. ويبقى اللجوء إلى القضاء أو إلى هيئة لتسوية النزاعات ممكنًا.',
      ],
    }),
    reported: (address) => `العنوان المُبلَّغ عنه: ${address}`,
    receipt: (number) => ({
      subject: `وصل بلاغك رقم ${number} إلى Scene`,
      lines: [
        `رقم بلاغك ${number}. سيقرؤه شخص، وسيصلك القرار بالبريد.`,
        'إذا لم يكن هذا البلاغ منك، فيمكن تجاهل هذه الرسالة.',
      ],
    }),
    outcome: (number, acted) => ({
      subject: `بُتّ في بلاغك رقم ${number} في Scene`,
      lines: [
        acted
          ? 'المحتوى المُبلَّغ عنه يخالف إحدى القواعد، واتُّخذ إجراء بشأنه.'
          : 'المحتوى المُبلَّغ عنه لا يخالف قواعد Scene هنا، فلم يُتخذ أي إجراء.',
        'اتخذ القرار شخص. إذا بدا القرار خاطئًا، فيمكن اللجوء إلى القضاء أو إلى هيئة لتسوية النزاعات.',
      ],
    }),
  },
  fr: {
    kinds: {
      member: 'Votre compte',
      log: 'Votre critique',
      reply: 'Votre commentaire',
      list: 'Votre liste',
      picture: 'Votre image',
      address: 'Une page',
    },
    quoted: (kind, excerpt) => `${kind}\u00a0: «\u00a0${excerpt}\u00a0»`,
    acts: {
      none: 'Aucune mesure n’a été prise.',
      hide: 'Ce contenu a été masqué. Vous et la modération êtes seuls à le voir.',
      remove: 'Ce contenu a été retiré de Scene.',
      spoiler: 'Ce contenu a été marqué comme révélant l’intrigue.',
      limit:
        'Votre compte a été limité. Tout ce que vous avez écrit reste, mais Scene ne vous montre qu’aux personnes qui vous suivent ou vous cherchent.',
      suspend:
        'Votre compte a été suspendu. La connexion est impossible\u00a0; ce que vous avez écrit reste.',
      restore: 'La mesure précédente a été levée.',
      message: 'Aucune mesure n’a été prise.',
    },
    grounds: {
      spam: 'Spam\u00a0: publicité, ou répétition de la même chose.',
      abuse: 'Insultes ou haine\u00a0: attaques contre des personnes ou des groupes.',
      spoilers: 'Révélations non signalées.',
      copied: 'Texte ou image copiés de quelqu’un d’autre.',
      impersonation: 'Usurpation d’identité.',
      illegal: 'Contenu contraire à la loi, comme l’indiquent les faits.',
      other: 'Une autre règle de ce site, comme l’indiquent les faits.',
    },
    statement: ({ about, measure, ground, facts }) => ({
      subject: 'Une décision concernant votre contenu sur Scene',
      lines: [
        `Objet\u00a0: ${about}`,
        `Décision\u00a0: ${measure}`,
        `Règle\u00a0: ${ground}`,
        `Faits\u00a0: ${facts}`,
        'Un signalement nous est parvenu et une personne a décidé. Aucun moyen automatisé n’a servi à le trouver ni à décider.',
      ],
    }),
    restored: (about) => ({
      subject: 'Une décision a été levée sur Scene',
      lines: [`Objet\u00a0: ${about}`, 'La mesure précédente a été levée. Tout est comme avant.'],
    }),
    message: (about, text) => ({
      subject: 'Un message de la modération de Scene',
      lines: [`Objet\u00a0: ${about}`, text],
    }),
    appeal: (url, until) =>
      `Si cette décision vous semble erronée, vous pouvez la contester une fois, jusqu’au ${until}\u00a0: ${url} Une autre personne, s’il y en a une, examine le recours. Vous pouvez aussi saisir un tribunal ou un organisme de règlement des litiges.`,
    appealResults: {
      kept: 'La décision est maintenue.',
      lifted: 'Votre recours est accepté\u00a0: la mesure est levée.',
      accepted: 'Votre recours est accepté. Ce qui a été retiré ne peut pas être rétabli.',
    },
    appealDecided: (about, result, answer) => ({
      subject: 'Votre recours a été examiné sur Scene',
      lines: [
        `Objet\u00a0: ${about}`,
        result,
        answer,
        'Une personne a décidé. Vous pouvez encore saisir un tribunal ou un organisme de règlement des litiges.',
      ],
    }),
    reported: (address) => `Adresse signalée\u00a0: ${address}`,
    receipt: (number) => ({
      subject: `Scene a reçu votre signalement n°\u00a0${number}`,
      lines: [
        `Votre signalement porte le numéro ${number}. Une personne le lira, et la décision vous sera communiquée par e-mail.`,
        'Si vous n’avez rien signalé, ignorez cet e-mail.',
      ],
    }),
    outcome: (number, acted) => ({
      subject: `Votre signalement n°\u00a0${number} a été traité sur Scene`,
      lines: [
        acted
          ? 'Ce que vous avez signalé enfreignait une règle, et une mesure a été prise.'
          : 'Ce que vous avez signalé n’enfreint pas les règles de ce site\u00a0: aucune mesure n’a été prise.',
        'Une personne a décidé. Si cela vous semble erroné, vous pouvez saisir un tribunal ou un organisme de règlement des litiges.',
      ],
    }),
  },
}

const about = (texts: Texts, { kind, excerpt }: Pick<DecisionMail, 'kind' | 'excerpt'>) =>
  excerpt === '' ? texts.kinds[kind] : texts.quoted(texts.kinds[kind], isolated(excerpt))

/** The mail to the author about a decision. */
export function statementText(locale: Locale, decided: DecisionMail): MailLines {
  const texts = moderationTexts[locale]
  const subject = about(texts, decided)
  const { act, ground, facts, appeal } = decided
  if (act === 'restore') return texts.restored(subject)
  if (act === 'message') return texts.message(subject, facts)
  const measure = texts.acts[act]
  const mail = texts.statement({ about: subject, measure, ground: texts.grounds[ground], facts })
  const way = appeal ? [texts.appeal(appeal.url, longDay(locale, appeal.until))] : []
  return { ...mail, lines: [...mail.lines, ...way] }
}

/** The mail to the author about the result of an appeal. */
export function appealText(
  locale: Locale,
  of: Pick<DecisionMail, 'kind' | 'excerpt'>,
  { act, outcome, answer }: { act: ModerationAct; outcome: 'kept' | 'lifted'; answer: string },
): MailLines {
  const texts = moderationTexts[locale]
  return texts.appealDecided(about(texts, of), texts.appealResults[appealResult(act, outcome)], answer)
}

/**
 * The receipt for a guest's report. `address` is null when it is not an address of this Scene: otherwise anybody could make
 * Scene mail a link of their own to others.
 */
export function receiptText(locale: Locale, number: number, address: string | null): MailLines {
  const { reported, receipt } = moderationTexts[locale]
  const { subject, lines } = receipt(number)
  return { subject, lines: [...(address === null ? [] : [reported(address)]), ...lines] }
}
