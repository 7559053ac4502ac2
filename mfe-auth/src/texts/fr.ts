import type { Dictionary } from '@flint/texts';

/** The sign-in screen's texts in Canadian French, by the English text. */
export const fr: Dictionary = {
  'Sign in to {app}': 'Se connecter à {app}',
  'We email you a code. No password. New here? The code creates your account.':
    'Nous vous envoyons un code par courriel. Pas de mot de passe : votre premier code crée votre compte.',
  'University email': 'Courriel universitaire',
  'you@{host}': 'vous@{host}',
  'Sending code…': 'Envoi du code…',
  'Send code': 'Envoyer le code',
  'Enter the code from your last email': 'Entrer le code de votre dernier courriel',
  'Resend code': 'Renvoyer le code',
  'in {time}': 'dans {time}',
  'Check your email': 'Consultez vos courriels',
  'We sent a {digits}-digit code to {email}.': 'Nous avons envoyé un code à {digits} chiffres à {email}.',
  Code: 'Code',
  'It works for ten minutes. Not there? Look in your spam folder.':
    'Il est valable dix minutes. Rien reçu ? Regardez dans vos courriels indésirables.',
  'Signing in…': 'Connexion…',
  'Sign in': 'Se connecter',
  'Use different email': 'Utiliser une autre adresse',
  'You are offline. You can continue once the connection is back.':
    'Vous êtes hors ligne. Vous pourrez continuer dès que la connexion sera rétablie.',
  'We sent a new code to {email}. Earlier codes no longer work.':
    'Nous avons envoyé un nouveau code à {email}. Les codes précédents ne fonctionnent plus.',
  'Enter the code from your latest email.': 'Saisissez le code de votre dernier courriel.',
  'Wait a little before you ask again. The code in your latest email still works.':
    'Attendez un peu avant de redemander. Le code de votre dernier courriel est toujours valable.',
  'No code can be sent to this address. Check it for a typing mistake.':
    'Aucun code ne peut être envoyé à cette adresse. Vérifiez qu’elle est bien écrite.',
  'That is on our side, not yours. Try again in a minute.':
    'Cela vient de nous, pas de vous. Réessayez dans une minute.',
  'This account can no longer sign in.': 'Ce compte ne peut plus se connecter.',
  'You can ask for another code in {n} seconds.': [
    'Vous pourrez demander un autre code dans {n} seconde.',
    'Vous pourrez demander un autre code dans {n} secondes.',
  ],
};
