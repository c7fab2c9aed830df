import type { Notification } from '#shared/api/notifications.ts'
import { localeTags, pluralForm, type Locale, type PluralForms } from '#shared/locale.ts'
import { isolated } from '#shared/isolated.ts'

type Sentence = Exclude<Notification['type'], 'reply' | Unsaid> | 'comment' | 'list-comment' | 'answer'

/** Types that are sent neither by mail nor by push: those by Scene itself, by moderators, or of a newer Scene. */
type Unsaid = 'decision' | 'report' | 'player-paused' | 'webhook-paused' | 'unknown'
const unsaid: readonly string[] = [
  'decision',
  'report',
  'player-paused',
  'webhook-paused',
  'unknown',
] satisfies Unsaid[]
const isUnsaid = (type: Notification['type']): type is Unsaid => unsaid.includes(type)

const sentences: Record<Locale, Record<Sentence, (name: string, year: string) => string>> = {
  en: {
    follow: (name) => `${name} just followed you`,
    follow_request: (name) => `${name} wants to follow you`,
    follow_accepted: (name) => `${name} accepted your follow request`,
    review_like: (name) => `${name} liked your review`,
    reaction: (name) => `${name} liked your comment`,
    comment: (name) => `${name} commented on your review`,
    'list-comment': (name) => `${name} commented on your list`,
    answer: (name) => `${name} replied to your comment`,
    list_like: (name) => `${name} liked your list`,
    'share-list': (name) => `${name} shared a list with you`,
    'list-invite': (name) => `${name} asks you to edit a list`,
    'evening-invite': (name) => `${name} asks you to choose a film together`,
    'list-invite-accepted': (name) => `${name} edits your list now`,
    suggest_movie: (name) => `${name} suggested a film to you`,
    'share-review': (name) => `${name} shared a review with you`,
    'year-review': (_name, year) => `Your ${year} in review is ready`,
  },
  ar: {
    follow: (name) => `متابعة جديدة من ${name}`,
    follow_request: (name) => `طلب متابعة من ${name}`,
    follow_accepted: (name) => `قُبل طلب متابعتك لـ ${name}`,
    review_like: (name) => `نالت مراجعتك إعجاب ${name}`,
    reaction: (name) => `نال تعليقك إعجاب ${name}`,
    comment: (name) => `تعليق من ${name} على مراجعتك`,
    'list-comment': (name) => `تعليق من ${name} على قائمتك`,
    answer: (name) => `ردٌّ من ${name} على تعليقك`,
    list_like: (name) => `نالت قائمتك إعجاب ${name}`,
    'share-list': (name) => `وصلتك قائمة من ${name}`,
    'list-invite': (name) => `دعوة من ${name} إلى تحرير قائمة`,
    'evening-invite': (name) => `دعوة من ${name} إلى اختيار فيلم معًا`,
    'list-invite-accepted': (name) => `قُبلت دعوتك إلى ${name} لتحرير قائمتك`,
    suggest_movie: (name) => `وصلك اقتراح فيلم من ${name}`,
    'share-review': (name) => `وصلتك مراجعة من ${name}`,
    'year-review': (_name, year) => `حصادك لسنة ${year} جاهز`,
  },
  fr: {
    follow: (name) => `${name} vous suit maintenant`,
    follow_request: (name) => `${name} souhaite vous suivre`,
    follow_accepted: (name) => `${name} a accepté votre demande`,
    review_like: (name) => `${name} a aimé votre critique`,
    reaction: (name) => `${name} a aimé votre commentaire`,
    comment: (name) => `${name} a commenté votre critique`,
    'list-comment': (name) => `${name} a commenté votre liste`,
    answer: (name) => `${name} a répondu à votre commentaire`,
    list_like: (name) => `${name} a aimé votre liste`,
    'share-list': (name) => `${name} a partagé une liste avec vous`,
    'list-invite': (name) => `${name} vous propose de modifier une liste`,
    'evening-invite': (name) => `${name} vous propose de choisir un film ensemble`,
    'list-invite-accepted': (name) => `${name} modifie désormais votre liste`,
    suggest_movie: (name) => `${name} vous a suggéré un film`,
    'share-review': (name) => `${name} a partagé une critique avec vous`,
    'year-review': (_name, year) => `Votre rétrospective ${year} est prête`,
  },
}

const sentencesOfReplies = { review: 'comment', list: 'list-comment', comment: 'answer' } as const

/** A notification as a sentence, for what leaves the app; null for those of moderators and unknown ones, which do not. */
export function sentenceOf(
  { type, replyTo, from, relatedId }: Pick<Notification, 'type' | 'replyTo' | 'from' | 'relatedId'>,
  locale: Locale,
): string | null {
  if (isUnsaid(type)) return null
  const sentence = type === 'reply' ? sentencesOfReplies[replyTo ?? 'comment'] : type
  return sentences[locale][sentence](isolated(`@${from.username}`), relatedId ?? '')
}

interface Words {
  /** The text for notifications that came during quiet hours or beyond a browser's budget. */
  caughtUp: (count: number) => string
  mail: { subject: (count: number) => string; open: string }
  digest: {
    subject: string
    intro: string
    films: string
    watchlist: string
    lists: string
    /** The stars of a film by a number of friends. */
    by: (stars: string, count: number) => string
    listOf: (name: string, films: number) => string
    open: string
  }
  end: { why: string; link: string; settings: string }
}

const plural = (locale: Locale, count: number, forms: PluralForms) =>
  pluralForm(locale, count, forms).replace('#', count.toLocaleString(localeTags[locale]))

export const words: Record<Locale, Words> = {
  en: {
    caughtUp: (count) => plural('en', count, { one: '# new notification', other: '# new notifications' }),
    mail: {
      subject: (count) =>
        plural('en', count, { one: 'One new thing on Scene', other: '# new things on Scene' }),
      open: 'Open Scene',
    },
    digest: {
      subject: 'Your week on Scene',
      intro: 'The last seven days among those you follow.',
      films: 'Best among friends',
      watchlist: 'On your watchlist',
      lists: 'Lists',
      by: (stars, count) =>
        `${stars} ★ ${plural('en', count, { one: 'from # friend', other: 'from # friends' })}`,
      listOf: (name, films) => `${name}, ${plural('en', films, { one: '# film', other: '# films' })}`,
      open: 'Open Scene',
    },
    end: {
      why: 'You get this mail because your settings say so.',
      link: 'Stop these mails',
      settings: 'Notification settings',
    },
  },
  ar: {
    caughtUp: (count) =>
      plural('ar', count, {
        zero: 'لا إشعارات جديدة',
        one: 'إشعار جديد واحد',
        two: 'إشعاران جديدان',
        few: '# إشعارات جديدة',
        many: '# إشعارًا جديدًا',
        other: '# إشعار جديد',
      }),
    mail: {
      subject: (count) =>
        plural('ar', count, {
          zero: 'لا جديد على Scene',
          one: 'إشعار جديد على Scene',
          two: 'إشعاران جديدان على Scene',
          few: '# إشعارات جديدة على Scene',
          many: '# إشعارًا جديدًا على Scene',
          other: '# إشعار جديد على Scene',
        }),
      open: 'فتح Scene',
    },
    digest: {
      subject: 'أسبوعك على Scene',
      intro: 'آخر سبعة أيام لدى الأعضاء ضمن متابعاتك.',
      films: 'الأفضل لدى الأصدقاء',
      watchlist: 'من قائمة مشاهدتك',
      lists: 'قوائم',
      by: (stars, count) =>
        `${stars} ★ ${plural('ar', count, {
          one: 'من صديق واحد',
          two: 'من صديقين',
          few: 'من # أصدقاء',
          many: 'من # صديقًا',
          other: 'من # صديق',
        })}`,
      listOf: (name, films) =>
        `${name}، ${plural('ar', films, {
          zero: 'بلا أفلام',
          one: 'فيلم واحد',
          two: 'فيلمان',
          few: '# أفلام',
          many: '# فيلمًا',
          other: '# فيلم',
        })}`,
      open: 'فتح Scene',
    },
    end: {
      why: 'تصلك هذه الرسالة وفق إعداداتك.',
      link: 'إيقاف هذه الرسائل',
      settings: 'إعدادات الإشعارات',
    },
  },
  fr: {
    caughtUp: (count) =>
      plural('fr', count, { one: '# nouvelle notification', other: '# nouvelles notifications' }),
    mail: {
      subject: (count) =>
        plural('fr', count, { one: 'Une nouveauté sur Scene', other: '# nouveautés sur Scene' }),
      open: 'Ouvrir Scene',
    },
    digest: {
      subject: 'Votre semaine sur Scene',
      intro: 'Les sept derniers jours chez les membres que vous suivez.',
      films: 'Les mieux notés par vos amis',
      watchlist: 'Dans votre liste À voir',
      lists: 'Listes',
      by: (stars, count) => `${stars} ★ ${plural('fr', count, { one: 'd’un ami', other: 'de # amis' })}`,
      listOf: (name, films) => `${name}, ${plural('fr', films, { one: '# film', other: '# films' })}`,
      open: 'Ouvrir Scene',
    },
    end: {
      why: 'Vous recevez cet e-mail selon vos réglages.',
      link: 'Ne plus recevoir ces e-mails',
      settings: 'Réglages des notifications',
    },
  },
}
