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
    'attack-warning': () => ({
      subject: 'Someone is trying to sign in to your Scene account',
      lines: [
        'Many wrong passwords or codes were entered for your Scene account, from devices that you have not used before.',
        'These attempts failed. Attempts from unknown devices now have to wait; devices on which you signed in before work as usual.',
        'Do you use this password elsewhere, or is it easy to guess? Choose a new one with “Forgot password?” on the login screen. That also signs you out everywhere.',
        'If these attempts were yours, you can ignore this e-mail. Scene never asks for your password or for a code by e-mail.',
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
    'attack-warning': () => ({
      subject: 'محاولات لتسجيل الدخول إلى حسابك في Scene',
      lines: [
        'أُدخلت كلمات مرور أو رموز خاطئة كثيرة لحسابك في Scene من أجهزة لم يسبق تسجيل الدخول منها.',
        'لم تنجح هذه المحاولات. أصبح على المحاولات من الأجهزة غير المعروفة الانتظار، أما الأجهزة التي سبق تسجيل الدخول منها فتعمل كالمعتاد.',
        'إذا كانت كلمة المرور مستخدمة في مكان آخر أو سهلة التخمين، فيمكن اختيار كلمة مرور جديدة عبر «هل نسيت كلمة المرور؟» في شاشة تسجيل الدخول. يؤدي ذلك أيضًا إلى تسجيل الخروج من كل الأجهزة.',
        'إذا كانت هذه المحاولات منك، فيمكن تجاهل هذه الرسالة. لا يطلب Scene كلمة المرور أو أي رمز عبر البريد الإلكتروني.',
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
    'attack-warning': () => ({
      subject: 'Quelqu’un tente de se connecter à votre compte Scene',
      lines: [
        'De nombreux mots de passe ou codes erronés ont été saisis pour votre compte Scene, depuis des appareils que vous n’avez jamais utilisés.',
        'Ces tentatives ont échoué. Les appareils inconnus doivent désormais patienter ; ceux sur lesquels vous vous êtes déjà connecté fonctionnent comme d’habitude.',
        'Ce mot de passe sert-il ailleurs, ou est-il facile à deviner ? Choisissez-en un nouveau avec « Mot de passe oublié ? » sur l’écran de connexion. Vous serez aussi déconnecté de tous vos appareils.',
        'Si ces tentatives viennent de vous, ignorez cet e-mail. Scene ne demande jamais votre mot de passe ni un code par e-mail.',
      ],
    }),
  },
}

/** Subject and plain text of a mail; `code` is empty where the template has none. */
export function mailText(
  template: Template,
  locale: Locale,
  code: string,
): { subject: string; text: string } {
  const { subject, lines } = texts[locale][template](code)
  return { subject, text: `${lines.join('\n\n')}\n` }
}
