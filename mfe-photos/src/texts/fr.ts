import type { Dictionary } from '@flint/texts';

/** The photos screen's texts in Canadian French, by the English text. */
export const fr: Dictionary = {
  'Add Your Photos': 'Ajoutez vos photos',
  'People want to recognise you when you meet.': 'On veut pouvoir vous reconnaître au rendez-vous.',
  'You are offline. Photos you add stay on this page until you are back; then try again.':
    'Vous êtes hors ligne. Les photos ajoutées restent sur cette page jusqu’à votre retour ; réessayez alors.',
  'Try Again': 'Réessayer',
  'Skip for now': 'Plus tard',
  'Save {n} Photos': ['Enregistrer {n} photo', 'Enregistrer {n} photos'],
  'Opening the cropper': 'Ouverture du recadrage',
  'Add photo': 'Ajouter une photo',
  'Drop to add': 'Déposez pour ajouter',
  'or drop pictures here': 'ou déposez des images ici',
  'No photos yet': 'Pas encore de photos',
  'Start with one where your face is easy to see.': 'Commencez par une photo où l’on voit bien votre visage.',
  'Primary photo': 'Photo principale',
  'Uploading Primary photo': 'Envoi de la photo principale',
  'Move Primary photo': 'Déplacer la photo principale',
  'Remove Primary photo': 'Retirer la photo principale',
  'Photo {place}': 'Photo {place}',
  'Uploading Photo {place}': 'Envoi de la photo {place}',
  'Move Photo {place}': 'Déplacer la photo {place}',
  Cancel: 'Annuler',
  'Try again': 'Réessayer',
  Main: 'Principale',
  'Drag, or press an arrow key': 'Glissez, ou appuyez sur une flèche',
  Change: 'Changer',
  'The first thing your matches see.': 'La première chose que l’on voit de vous.',
  'Make Primary': 'En premier',
  Remove: 'Retirer',
  'Primary Photo': 'Photo principale',
  'Additional Photos': 'Autres photos',
  'Your photos, the primary first': 'Vos photos, la principale d’abord',
  'Press an arrow key to move this photo, Home to make it the primary one.':
    'Appuyez sur une flèche pour déplacer cette photo, sur Origine pour en faire la principale.',
  'Photo tips': 'Conseils photo',
  'Show your face clearly in your main photo.': 'Montrez bien votre visage sur la photo principale.',
  'Add one of you doing something you love.': 'Ajoutez-en une où vous faites ce que vous aimez.',
  'Leave group pictures out: nobody knows which one is you.':
    'Évitez les photos de groupe : personne ne sait qui vous êtes.',
  'Places and other data hidden in the file are removed.':
    'Les lieux et autres données cachées dans le fichier sont supprimés.',
  'Take a selfie': 'Prendre un égoportrait',
  'Look straight at the camera in good light, so that liveness detection can tell you are really there.':
    'Regardez bien l’appareil, sous un bon éclairage, pour que la détection de présence voie que c’est vraiment vous.',
  'Moved to place {place} of {of}, the primary photo.':
    'Déplacée en place {place} sur {of}, photo principale.',
  'Moved to place {place} of {of}.': 'Déplacée en place {place} sur {of}.',
  'Crop Your Photo': 'Recadrez votre photo',
  '{number} of {of}': '{number} sur {of}',
  'Processing...': 'Traitement…',
  Save: 'Enregistrer',
  'Crop area. Arrows move, plus and minus zoom, R turns.':
    'Zone de recadrage. Les flèches déplacent, plus et moins agrandissent ou réduisent, R fait tourner.',
  'Reading the picture': 'Lecture de l’image',
  'Zoom out': 'Réduire',
  'Zoom in': 'Agrandir',
  Turn: 'Tourner',
  '{arrows} move {plus} {minus} zoom {r} turn': '{arrows} déplacer {plus} {minus} zoom {r} tourner',
  'This is a HEIC picture, which this browser cannot read. On an iPhone choose "Most Compatible" in the camera settings, or pick a screenshot of it.':
    'C’est une image HEIC, que ce navigateur ne peut pas lire. Sur un iPhone, choisissez « Le plus compatible » dans les réglages de l’appareil photo, ou prenez-en une capture d’écran.',
  'A profile holds {max} photos, so only {n} more were taken.': [
    'Un profil contient au plus {max} photos : {n} seule a été ajoutée.',
    'Un profil contient au plus {max} photos : {n} seulement ont été ajoutées.',
  ],
  'Cancelled.': 'Annulé.',
  'The connection was lost.': 'La connexion a été perdue.',
  'Failed to upload photo: {reason}': 'La photo n’a pas pu être envoyée : {reason}',
  'The upload failed.': 'L’envoi a échoué.',
  'your photos': 'vos photos',
};
