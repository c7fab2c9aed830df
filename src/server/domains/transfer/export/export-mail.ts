import type { ExportRhythm } from '#shared/api/members.ts'
import type { Locale } from '#shared/locale.ts'

interface Words {
  subject: string
  attached: Record<Exclude<ExportRhythm, 'never'>, string>
  tooLarge: string
  change: string
}

const words: Record<Locale, Words> = {
  en: {
    subject: 'Your Scene export',
    attached: {
      weekly: 'Your weekly export is attached: everything of yours that Scene keeps, as a ZIP.',
      monthly: 'Your monthly export is attached: everything of yours that Scene keeps, as a ZIP.',
    },
    tooLarge: 'Your export has become too large for an email. You can download it in the settings of Scene:',
    change: 'You asked for this in the settings of Scene, where you can end it as well.',
  },
  ar: {
    subject: 'نسخة بياناتك من Scene',
    attached: {
      weekly: 'مرفقةٌ نسختك الأسبوعية: كل ما يحفظه Scene من بياناتك في ملف ZIP.',
      monthly: 'مرفقةٌ نسختك الشهرية: كل ما يحفظه Scene من بياناتك في ملف ZIP.',
    },
    tooLarge: 'أصبحت نسختك أكبر من أن تُرسل بالبريد. يمكن تنزيلها من إعدادات Scene:',
    change: 'اختير ذلك في إعدادات Scene، ويمكن إيقافه منها أيضًا.',
  },
  fr: {
    subject: 'Votre export de Scene',
    attached: {
      weekly: 'Votre export hebdomadaire est joint : tout ce que Scene garde de vous, dans un ZIP.',
      monthly: 'Votre export mensuel est joint : tout ce que Scene garde de vous, dans un ZIP.',
    },
    tooLarge:
      'Votre export est devenu trop volumineux pour un e-mail. Il se télécharge dans les paramètres de Scene :',
    change: 'Vous l’avez demandé dans les paramètres de Scene, où l’on peut aussi l’arrêter.',
  },
}

/** `link` leads to the settings, where the mail has nothing attached. */
export function exportMail(locale: Locale, rhythm: Exclude<ExportRhythm, 'never'>, link: string | null) {
  const { subject, attached, tooLarge, change } = words[locale]
  const file = link === null ? attached[rhythm] : `${tooLarge}\n${link}`
  return { subject, text: `${file}\n\n${change}\n` }
}
