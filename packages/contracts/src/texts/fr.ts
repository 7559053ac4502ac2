/** The contracts' texts in Canadian French, by the English text: the specification's texts and the refusals of calls. */
export const fr = {
  'Changes count from your next list.': 'Vos changements comptent dès votre prochaine liste.',
  'Please use your {host} email address': 'Veuillez utiliser votre adresse courriel {host}',
  'Must be a {host} email address': 'Doit être une adresse courriel {host}',
  'You must be 18 or older to use this app':
    'Vous devez avoir au moins 18 ans pour utiliser cette application',
  'You would be {age}. Is this date right?': 'Vous auriez {age} ans. Cette date est-elle juste ?',
  'Please select an image file': 'Veuillez choisir un fichier image',
  'File size must be less than 10MB': 'Le fichier doit faire moins de 10 Mo',
  'Failed to process image. Please try again.': 'L’image n’a pas pu être traitée. Veuillez réessayer.',
  'Failed to save photos. Please try again.':
    'Les photos n’ont pas pu être enregistrées. Veuillez réessayer.',
  'Please provide details about the incident': 'Veuillez décrire ce qui s’est passé',
  'Failed to submit report. Please try again.': 'Le signalement n’a pas pu être envoyé. Veuillez réessayer.',
  'Meet in a public place, and tell a friend where you are.':
    'Choisissez un lieu public, et dites à un proche où vous êtes.',
  'Arrange your own way home. You can leave whenever you like.':
    'Prévoyez votre propre retour. Vous pouvez partir quand vous voulez.',
  'In an emergency call your local emergency number or campus security.':
    'En cas d’urgence, appelez le numéro d’urgence local ou la sécurité du campus.',
  'This place is closed at that time': 'Ce lieu est fermé à ce moment-là',
  'This place is no longer on the university’s list': 'Ce lieu n’est plus sur la liste de l’université',
  'Report submitted successfully. Our safety team will review it.':
    'Signalement envoyé. Notre équipe de sécurité va l’examiner.',
  'No Show': 'Absence au rendez-vous',
  'Inappropriate Behavior': 'Comportement déplacé',
  'Safety Concern': 'Problème de sécurité',
  'Fake Profile': 'Faux profil',
  Harassment: 'Harcèlement',
  'Under 18': 'Moins de 18 ans',
  'Pretends to be someone else': 'Se fait passer pour quelqu’un d’autre',
  'Asks for money, or a scam': 'Demande d’argent ou fraude',
  'Hateful words': 'Propos haineux',
  'Inappropriate photos': 'Photos inappropriées',
  'Something else': 'Autre chose',
  'Offer accepted successfully!': 'Invitation acceptée !',
  'Offer declined successfully!': 'Invitation refusée.',
  'Offer rescheduled successfully!': 'Nouvelle date proposée !',
  'No questions available': 'Aucune question disponible',
  'Coming Soon': 'Bientôt disponible',
  'Network error. Please check your connection and try again.':
    'Erreur réseau. Vérifiez votre connexion et réessayez.',
  'Session expired. Please sign in again.': 'Session expirée. Veuillez vous reconnecter.',
  "You don't have permission to perform this action.": 'Vous n’avez pas la permission de faire cela.',
  'The requested resource was not found.': 'La ressource demandée est introuvable.',
  'Server error. Please try again later.': 'Erreur du serveur. Veuillez réessayer plus tard.',
  'An unexpected error occurred. Please try again.':
    'Une erreur inattendue est survenue. Veuillez réessayer.',

  'Token has expired or is invalid': 'Le code est expiré ou non valide',
  'email rate limit exceeded': 'Trop de courriels demandés. Veuillez réessayer plus tard.',
  'Request rate limit reached': 'Trop de demandes. Veuillez réessayer plus tard.',
  'User is banned': 'Ce compte est suspendu',
  'Unable to validate email address: invalid format': 'Cette adresse courriel n’est pas valide',
  'An email address is too long': 'Cette adresse courriel est trop longue',
  'Signups not allowed for otp': 'Aucun nouveau compte ne peut être créé ainsi',
  'Sign-in is busy or starting. Please try again in a moment.':
    'La connexion est occupée ou démarre. Veuillez réessayer dans un instant.',
  'Processing this request timed out': 'La demande a pris trop de temps. Veuillez réessayer.',
  'Unexpected failure, please check server logs for more information':
    'Une erreur inattendue est survenue. Veuillez réessayer plus tard.',
  'Error sending magic link email': 'Le courriel n’a pas pu être envoyé',
  'Error sending confirmation email': 'Le courriel n’a pas pu être envoyé',
} as const;
