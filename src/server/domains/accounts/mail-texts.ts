import type { Locale } from '#shared/locale.ts'
import type { JobPayloads, Notice } from '#server/events.ts'
import { noticeText, noticeTexts, type MailLines } from './notice-texts.ts'

type Template = JobPayloads['mail.send']['template']

const texts: Record<Locale, Record<Exclude<Template, Notice>, (code: string, about: string) => MailLines>> = {
  en: {
    'change-email-old': (code, about) => ({
      subject: `${code} confirms a new address for your Scene account`,
      lines: [
        `Was this you? The address of your Scene account is to become ${about}.`,
        `If so, enter this code in Scene, under Settings, Security: ${code}`,
        'It is valid for 15 minutes.',
        'If not, tell it to nobody: nothing changes without it. Stop the change under Settings, Security, or choose a new password with “Forgot password?” on the login screen; that stops it too, and logs you out everywhere.',
      ],
    }),
    'change-email-new': (code) => ({
      subject: `${code} is your Scene code`,
      lines: [
        'This is to become the address of a Scene account.',
        `Enter this code in Scene, under Settings, Security: ${code}`,
        'It is valid for 15 minutes.',
        'If this was not you, you can ignore this email.',
      ],
    }),
    'verify-email': (code) => ({
      subject: `${code} is your Scene code`,
      lines: [
        'Welcome to Scene!',
        `Your verification code is: ${code}`,
        'It is valid for 15 minutes.',
        'If you did not create an account, you can ignore this email.',
      ],
    }),
    'reset-password': (code) => ({
      subject: `${code} is your Scene password reset code`,
      lines: [
        'A new password was requested for your Scene account.',
        `Your reset code is: ${code}`,
        'It is valid for 15 minutes. Never share it with anyone.',
        'If this was not you, you can ignore this email: your password stays as it is.',
      ],
    }),
    'attack-warning': () => ({
      subject: 'Someone is trying to log in to your Scene account',
      lines: [
        'Many wrong passwords or codes were entered for your Scene account, from devices that you have not used before.',
        'These attempts failed. Attempts from unknown devices now have to wait; devices on which you logged in before work as usual.',
        'Do you use this password elsewhere, or is it easy to guess? Choose a new one with “Forgot password?” on the login screen. That also logs you out everywhere.',
        'If these attempts were yours, you can ignore this email. Scene never asks for your password or for a code by email.',
      ],
    }),
    'let-in': (_, about) => ({
      subject: 'Welcome to Scene: you can log in now',
      lines: ['Your account was approved.', `Log in here: ${about}`],
    }),
    'not-let-in': () => ({
      subject: 'Your request to join Scene',
      lines: [
        'Thank you for your interest. Your request to join was not accepted.',
        'The account and everything you entered for it were deleted.',
      ],
    }),
  },
  ar: {
    'change-email-old': (code, about) => ({
      subject: `رمز تأكيد البريد الجديد لحسابك في Scene: ${code}`,
      lines: [
        `هل هذا الطلب منك؟ سيصبح بريد حسابك في Scene: ${about}`,
        `إذا كان كذلك، فيُدخل هذا الرمز في Scene ضمن الإعدادات ثم الأمان: ${code}`,
        'الرمز صالح لمدة 15 دقيقة.',
        'وإلا فيجب عدم مشاركته مع أي شخص: لن يتغيّر شيء بدونه. يمكن إيقاف التغيير من الإعدادات ثم الأمان، أو اختيار كلمة مرور جديدة عبر «هل نسيت كلمة المرور؟» في شاشة تسجيل الدخول؛ يوقف ذلك التغيير أيضًا ويسجّل خروجك من كل الأجهزة.',
      ],
    }),
    'change-email-new': (code) => ({
      subject: `رمزك في Scene: ${code}`,
      lines: [
        'طُلب أن يصبح هذا العنوان بريد حساب في Scene.',
        `يُدخل هذا الرمز في Scene ضمن الإعدادات ثم الأمان: ${code}`,
        'الرمز صالح لمدة 15 دقيقة.',
        'إذا لم يكن هذا الطلب منك، فيمكن تجاهل هذه الرسالة.',
      ],
    }),
    'verify-email': (code) => ({
      subject: `رمز التحقق في Scene: ${code}`,
      lines: [
        'مرحبًا بك في Scene!',
        `رمز التحقق: ${code}`,
        'الرمز صالح لمدة 15 دقيقة.',
        'إذا لم يكن إنشاء الحساب منك، فيمكن تجاهل هذه الرسالة.',
      ],
    }),
    'reset-password': (code) => ({
      subject: `رمز إعادة تعيين كلمة المرور في Scene: ${code}`,
      lines: [
        'طُلبت كلمة مرور جديدة لحسابك في Scene.',
        `رمز إعادة التعيين: ${code}`,
        'الرمز صالح لمدة 15 دقيقة. يجب عدم مشاركته مع أي شخص.',
        'إذا لم يكن هذا الطلب منك، فيمكن تجاهل هذه الرسالة؛ ستبقى كلمة مرورك كما هي.',
      ],
    }),
    'attack-warning': () => ({
      subject: 'محاولات لتسجيل الدخول إلى حسابك في Scene',
      lines: [
        'أُدخلت كلمات مرور أو رموز خاطئة كثيرة لحسابك في Scene من أجهزة لم يسبق تسجيل الدخول منها.',
        'لم تنجح هذه المحاولات. تُؤخَّر الآن المحاولات من الأجهزة غير المعروفة، أما الأجهزة التي سبق تسجيل الدخول منها فتعمل كالمعتاد.',
        'إذا كانت كلمة المرور مستخدمة في مكان آخر أو سهلة التخمين، فيمكن اختيار كلمة مرور جديدة عبر «هل نسيت كلمة المرور؟» في شاشة تسجيل الدخول. يؤدي ذلك أيضًا إلى تسجيل الخروج من كل الأجهزة.',
        'إذا كانت هذه المحاولات منك، فيمكن تجاهل هذه الرسالة. لا يطلب Scene كلمة المرور أو أي رمز عبر البريد الإلكتروني.',
      ],
    }),
    'let-in': (_, about) => ({
      subject: 'مرحبًا بك في Scene: يمكنك تسجيل الدخول الآن',
      lines: ['تمت الموافقة على حسابك.', `تسجيل الدخول من هنا: ${about}`],
    }),
    'not-let-in': () => ({
      subject: 'طلب الانضمام إلى Scene',
      lines: ['شكرًا على اهتمامك. لم يُقبل طلب الانضمام.', 'حُذف الحساب وكل ما أُدخل لإنشائه.'],
    }),
  },
  fr: {
    'change-email-old': (code, about) => ({
      subject: `${code} confirme la nouvelle adresse de votre compte Scene`,
      lines: [
        `Est-ce bien vous\u00a0? L’adresse de votre compte Scene doit devenir ${about}.`,
        `Si oui, saisissez ce code dans Scene, sous Paramètres, Sécurité\u00a0: ${code}`,
        'Il est valable 15 minutes.',
        'Sinon, ne le communiquez à personne\u00a0: rien ne change sans lui. Arrêtez le changement sous Paramètres, Sécurité, ou choisissez un nouveau mot de passe avec «\u00a0Mot de passe oublié\u00a0?\u00a0» sur l’écran de connexion\u00a0; cela l’arrête aussi et ferme vos sessions sur tous vos appareils.',
      ],
    }),
    'change-email-new': (code) => ({
      subject: `${code} est votre code Scene`,
      lines: [
        'Cette adresse doit devenir celle d’un compte Scene.',
        `Saisissez ce code dans Scene, sous Paramètres, Sécurité\u00a0: ${code}`,
        'Il est valable 15 minutes.',
        'Si cette demande ne vient pas de vous, ignorez cet e-mail.',
      ],
    }),
    'verify-email': (code) => ({
      subject: `${code} est votre code Scene`,
      lines: [
        'Bienvenue sur Scene\u00a0!',
        `Votre code de vérification\u00a0: ${code}`,
        'Il est valable 15 minutes.',
        'Si vous n’avez pas créé de compte, vous pouvez ignorer cet e-mail.',
      ],
    }),
    'reset-password': (code) => ({
      subject: `${code} est votre code de réinitialisation Scene`,
      lines: [
        'Un nouveau mot de passe a été demandé pour votre compte Scene.',
        `Votre code de réinitialisation\u00a0: ${code}`,
        'Il est valable 15 minutes. Ne le communiquez à personne.',
        'Si cette demande ne vient pas de vous, ignorez cet e-mail\u00a0: votre mot de passe reste inchangé.',
      ],
    }),
    'attack-warning': () => ({
      subject: 'Quelqu’un tente de se connecter à votre compte Scene',
      lines: [
        'De nombreux mots de passe ou codes erronés ont été saisis pour votre compte Scene, depuis des appareils qui n’ont jamais servi à vous connecter.',
        'Ces tentatives ont échoué. Les appareils inconnus doivent désormais patienter\u00a0; ceux que vous utilisez d’habitude fonctionnent comme avant.',
        'Ce mot de passe sert-il ailleurs, ou est-il facile à deviner\u00a0? Choisissez-en un nouveau avec «\u00a0Mot de passe oublié\u00a0?\u00a0» sur l’écran de connexion. Cela ferme aussi vos sessions sur tous vos appareils.',
        'Si ces tentatives viennent de vous, ignorez cet e-mail. Scene ne demande jamais votre mot de passe ni un code par e-mail.',
      ],
    }),
    'let-in': (_, about) => ({
      subject: 'Bienvenue sur Scene\u00a0: vous pouvez vous connecter',
      lines: ['Votre compte a été accepté.', `Connectez-vous ici\u00a0: ${about}`],
    }),
    'not-let-in': () => ({
      subject: 'Votre demande d’inscription à Scene',
      lines: [
        'Merci de votre intérêt. Votre demande d’inscription n’a pas été acceptée.',
        'Le compte et tout ce que vous aviez saisi ont été supprimés.',
      ],
    }),
  },
}

const isNotice = (template: Template): template is Notice => template in noticeTexts.en

/** Subject and plain text of a mail; `code` and `about` are empty where the template has none. */
export function mailText(
  template: Template,
  locale: Locale,
  code: string,
  about = '',
): { subject: string; text: string } {
  const { subject, lines } = isNotice(template)
    ? noticeText(template, locale, about)
    : texts[locale][template](code, about)
  return { subject, text: `${lines.join('\n\n')}\n` }
}
