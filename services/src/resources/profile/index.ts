// What other resources may use. The routes are in profile.resource.ts.
export { cardItems, SHOWABLE_ANSWERS, shownOf } from './card';
export {
  ageToday,
  displayNameOf,
  eachProfile,
  countProfiles,
  loadAnswers,
  loadCards,
  loadProfile,
  loadProfiles,
  noteLanguage,
  personOf,
  renameProfile,
  type StoredProfile,
} from './profile.service';
