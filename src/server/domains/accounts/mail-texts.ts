import type { Locale } from '#shared/locale.ts'
import type { JobPayloads } from '#server/events.ts'

type Template = JobPayloads['mail.send']['template']

interface Text {
  subject: string
  lines: string[]
}

const texts: Record<Locale, Record<Template, (code: string) => Text>> = {
  en: {
    'verify-email': (code) => ({
      subject: `${code} is your Scene code`,
      lines: [
        'Welcome to Scene!',
        `Your verification code is: ${code}`,
        'It is valid for 15 minutes.',
        'If you did not create an account, you can ignore this e-mail.',
      ],
    }),
    'reset-password': (code) => ({
      subject: `${code} is your Scene password reset code`,
      lines: [
        'A new password was requested for your Scene account.',
        `Your reset code is: ${code}`,
        'It is valid for 15 minutes. Never share it with anyone.',
        'If this was not you, you can ignore this e-mail: your password stays as it is.',
      ],
    }),
  },
  ar: {
    'verify-email': (code) => ({
      subject: `رمز التحقق الخاص بك في Scene هو ${code}`,
      lines: [
        'مرحبًا بك في Scene!',
        `رمز التحقق الخاص بك: ${code}`,
        'الرمز صالح لمدة 15 دقيقة.',
        'إذا لم تنشئ حسابًا، يمكنك تجاهل هذه الرسالة.',
      ],
    }),
    'reset-password': (code) => ({
      subject: `رمز إعادة تعيين كلمة المرور في Scene هو ${code}`,
      lines: [
        'طُلبت كلمة مرور جديدة لحسابك في Scene.',
        `رمز إعادة التعيين: ${code}`,
        'الرمز صالح لمدة 15 دقيقة. لا تشاركه مع أي شخص.',
        'إذا لم تكن أنت من طلب ذلك، فتجاهل هذه الرسالة؛ ستبقى كلمة مرورك كما هي.',
      ],
    }),
  },
  fr: {
    'verify-email': (code) => ({
      subject: `${code} est votre code Scene`,
      lines: [
        'Bienvenue sur Scene !',
        `Votre code de vérification : ${code}`,
        'Il est valable 15 minutes.',
        'Si vous n’avez pas créé de compte, vous pouvez ignorer cet e-mail.',
      ],
    }),
    'reset-password': (code) => ({
      subject: `${code} est votre code de réinitialisation Scene`,
      lines: [
        'Un nouveau mot de passe a été demandé pour votre compte Scene.',
        `Votre code de réinitialisation : ${code}`,
        'Il est valable 15 minutes. Ne le communiquez à personne.',
        'Si cette demande ne vient pas de vous, ignorez cet e-mail : votre mot de passe reste inchangé.',
      ],
    }),
  },
}

/** Subject and plain text of a mail with a code. */
export function mailText(
  template: Template,
  locale: Locale,
  code: string,
): { subject: string; text: string } {
  const { subject, lines } = texts[locale][template](code)
  return { subject, text: `${lines.join('\n\n')}\n` }
}
