import type { Locale } from '#shared/locale.ts'
import { isolated } from '#shared/isolated.ts'
import type { Notice } from '#server/events.ts'

export interface MailLines {
  subject: string
  lines: string[]
}

/**
 * What happened, in each language. The end of each mail says what to do if it was not the member. The mails have no
 * links, so that none of them can be imitated to lure members to a false login.
 */
export const noticeTexts: Record<
  Locale,
  Record<Notice, (about: string) => [subject: string, line: string]>
> = {
  en: {
    'new-sign-in': (about) => [
      'New login to your Scene account',
      `Somebody logged in to your Scene account on a device that was not known: ${about || 'unknown device'}.`,
    ],
    'password-changed': () => [
      'Your Scene password was changed',
      'The password of your Scene account was changed, and all other devices were logged out.',
    ],
    'email-changed': (about) => [
      'The address of your Scene account was changed',
      `The address of your Scene account is ${about} now. This one no longer logs in.`,
    ],
    'second-step-on': () => [
      'Two-step codes are on for your Scene account',
      'From now on your Scene account asks for a code from your app when you log in. Keep the recovery codes somewhere safe.',
    ],
    'second-step-off': () => [
      'Two-step codes are off for your Scene account',
      'Your Scene account no longer asks for a code when you log in. The recovery codes are void.',
    ],
    'second-step-reset': () => [
      'The second step of your Scene account was removed',
      'Whoever runs this Scene removed the two-step codes of your account. Log in with your password, and set them up anew.',
    ],
    'second-step-guessed': () => [
      'Somebody knows your Scene password',
      'The right password and then several wrong codes were entered for your Scene account. The codes held; for a while none is taken. Choose a new password.',
    ],
    'recovery-codes-renewed': () => [
      'New recovery codes for your Scene account',
      'New recovery codes were made for your Scene account. The old ones are void.',
    ],
    'recovery-code-used': () => [
      'A recovery code of your Scene account was used',
      'One of the recovery codes of your Scene account was used. It does not work again.',
    ],
    'passkey-added': (about) => [
      'A passkey was added to your Scene account',
      `From now on this passkey logs in to your Scene account: ${about}`,
    ],
    'passkey-removed': (about) => [
      'A passkey was removed from your Scene account',
      `This passkey no longer logs in to your Scene account: ${about}`,
    ],
    'token-made': (about) => [
      'A token was made for your Scene account',
      `From now on a program with this token can use your Scene account: ${about}. It can be revoked in Settings, Feeds and keys.`,
    ],
    'webhook-made': (about) => [
      'A webhook was made for your Scene account',
      `From now on this address is told of your new logs and changed lists, private ones too: ${about}. It can be removed in Settings, Feeds and keys.`,
    ],
  },
  ar: {
    'new-sign-in': (about) => [
      'تسجيل دخول جديد إلى حسابك في Scene',
      `سُجّل الدخول إلى حسابك في Scene من جهاز غير معروف من قبل: ${about || 'جهاز غير معروف'}`,
    ],
    'password-changed': () => [
      'تغيّرت كلمة مرورك في Scene',
      'تغيّرت كلمة مرور حسابك في Scene، وسُجّل الخروج من كل الأجهزة الأخرى.',
    ],
    'email-changed': (about) => [
      'تغيّر بريد حسابك في Scene',
      `بريد حسابك في Scene هو الآن ${about}، ولم يعد هذا العنوان صالحًا لتسجيل الدخول.`,
    ],
    'second-step-on': () => [
      'فُعّل التحقق بخطوتين لحسابك في Scene',
      'من الآن يطلب حسابك في Scene رمزًا من تطبيقك عند تسجيل الدخول. تُحفظ رموز الاسترداد في مكان آمن.',
    ],
    'second-step-off': () => [
      'أُوقف التحقق بخطوتين لحسابك في Scene',
      'لم يعد حسابك في Scene يطلب رمزًا عند تسجيل الدخول، ولم تعد رموز الاسترداد صالحة.',
    ],
    'second-step-reset': () => [
      'أُزيلت الخطوة الثانية من حسابك في Scene',
      'أزال من يدير هذا الموقع التحقق بخطوتين من حسابك. يمكن تسجيل الدخول بكلمة المرور وإعداده من جديد.',
    ],
    'second-step-guessed': () => [
      'شخص ما يعرف كلمة مرورك في Scene',
      'أُدخلت كلمة المرور الصحيحة ثم عدة رموز خاطئة لحسابك في Scene. صمدت الرموز، ولن يُقبل أي رمز لفترة. يُنصح باختيار كلمة مرور جديدة.',
    ],
    'recovery-codes-renewed': () => [
      'رموز استرداد جديدة لحسابك في Scene',
      'أُنشئت رموز استرداد جديدة لحسابك في Scene، ولم تعد القديمة صالحة.',
    ],
    'recovery-code-used': () => [
      'استُخدم رمز استرداد لحسابك في Scene',
      'استُخدم أحد رموز استرداد حسابك في Scene، ولن يعمل مرة أخرى.',
    ],
    'passkey-added': (about) => [
      'أُضيف مفتاح مرور إلى حسابك في Scene',
      `من الآن يتيح مفتاح المرور هذا تسجيل الدخول إلى حسابك في Scene: ${about}`,
    ],
    'passkey-removed': (about) => [
      'أُزيل مفتاح مرور من حسابك في Scene',
      `لم يعد مفتاح المرور هذا يتيح تسجيل الدخول إلى حسابك في Scene: ${about}`,
    ],
    'token-made': (about) => [
      'أُنشئ رمز وصول لحسابك في Scene',
      `من الآن يمكن لبرنامج يحمل رمز الوصول هذا استخدام حسابك في Scene: ${about}. يمكن إبطاله من الإعدادات ضمن الخلاصات والمفاتيح.`,
    ],
    'webhook-made': (about) => [
      'أُنشئ webhook لحسابك في Scene',
      `من الآن يُبلَّغ هذا العنوان بسجلاتك الجديدة وقوائمك المعدَّلة، ومنها الخاصة: ${about}. تمكن إزالته من الإعدادات ضمن الخلاصات والمفاتيح.`,
    ],
  },
  fr: {
    'new-sign-in': (about) => [
      'Nouvelle connexion à votre compte Scene',
      `Quelqu’un s’est connecté à votre compte Scene depuis un appareil jusqu’ici inconnu\u00a0: ${about || 'appareil inconnu'}.`,
    ],
    'password-changed': () => [
      'Votre mot de passe Scene a changé',
      'Le mot de passe de votre compte Scene a été changé, et tous les autres appareils ont été déconnectés.',
    ],
    'email-changed': (about) => [
      'L’adresse de votre compte Scene a changé',
      `L’adresse de votre compte Scene est désormais ${about}. Celle-ci ne permet plus de se connecter.`,
    ],
    'second-step-on': () => [
      'La validation en deux étapes est active sur votre compte Scene',
      'Désormais, votre compte Scene demande un code de votre application à la connexion. Gardez les codes de récupération en lieu sûr.',
    ],
    'second-step-off': () => [
      'La validation en deux étapes est désactivée sur votre compte Scene',
      'Votre compte Scene ne demande plus de code à la connexion. Les codes de récupération ne sont plus valables.',
    ],
    'second-step-reset': () => [
      'La deuxième étape de votre compte Scene a été retirée',
      'La personne qui gère ce site a retiré la validation en deux étapes de votre compte. Connectez-vous avec votre mot de passe, puis configurez-la de nouveau.',
    ],
    'second-step-guessed': () => [
      'Quelqu’un connaît votre mot de passe Scene',
      'Le bon mot de passe puis plusieurs codes erronés ont été saisis pour votre compte Scene. Les codes ont tenu\u00a0; pendant un moment, aucun n’est accepté. Choisissez un nouveau mot de passe.',
    ],
    'recovery-codes-renewed': () => [
      'Nouveaux codes de récupération pour votre compte Scene',
      'De nouveaux codes de récupération ont été créés pour votre compte Scene. Les anciens ne sont plus valables.',
    ],
    'recovery-code-used': () => [
      'Un code de récupération de votre compte Scene a servi',
      'L’un des codes de récupération de votre compte Scene a été utilisé. Il ne fonctionnera plus.',
    ],
    'passkey-added': (about) => [
      'Une clé d’accès a été ajoutée à votre compte Scene',
      `Désormais, cette clé d’accès ouvre votre compte Scene\u00a0: ${about}`,
    ],
    'passkey-removed': (about) => [
      'Une clé d’accès de votre compte Scene a été supprimée',
      `Cette clé d’accès n’ouvre plus votre compte Scene\u00a0: ${about}`,
    ],
    'token-made': (about) => [
      'Un jeton a été créé pour votre compte Scene',
      `Désormais, un programme qui possède ce jeton peut utiliser votre compte Scene\u00a0: ${about}. Il peut être révoqué dans Paramètres, Flux et clés.`,
    ],
    'webhook-made': (about) => [
      'Un webhook a été créé pour votre compte Scene',
      `Désormais, cette adresse est informée de vos nouvelles entrées et de vos listes modifiées, même privées\u00a0: ${about}. Vous pouvez supprimer le webhook dans Paramètres, Flux et clés.`,
    ],
  },
}

const ends: Record<Locale, string[]> = {
  en: [
    'If this was you, there is nothing to do.',
    'If not, choose a new password at once with “Forgot password?” on the login screen, which logs you out everywhere, and look at Settings, Security.',
  ],
  ar: [
    'إذا كان ذلك منك، فلا يلزم فعل شيء.',
    'وإلا فيجب اختيار كلمة مرور جديدة فورًا عبر «هل نسيت كلمة المرور؟» في شاشة تسجيل الدخول، وهذا يسجّل خروجك من كل الأجهزة، ثم مراجعة الإعدادات ضمن الأمان.',
  ],
  fr: [
    'Si c’était vous, il n’y a rien à faire.',
    'Sinon, choisissez aussitôt un nouveau mot de passe avec «\u00a0Mot de passe oublié\u00a0?\u00a0» sur l’écran de connexion, ce qui ferme vos sessions sur tous vos appareils, puis consultez Paramètres, Sécurité.',
  ],
}

export function noticeText(notice: Notice, locale: Locale, about: string): MailLines {
  // Names are what somebody wrote, of any script; where one ends, so does all that it turns around.
  const [subject, line] = noticeTexts[locale][notice](about && isolated(about))
  return { subject, lines: [line, ...ends[locale]] }
}
