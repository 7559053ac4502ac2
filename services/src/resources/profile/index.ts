// What other resources may use. The routes are in profile.resource.ts.
export { cardFields, SHOWABLE_ANSWERS, shownOf } from './card';
export {
  ageToday,
  displayNameOf,
  nameIn,
  eachProfile,
  countProfiles,
  loadAnswers,
  loadCards,
  loadProfile,
  loadProfiles,
  storeLanguage,
  personOf,
  renameProfile,
  type StoredProfile,
} from './profile.service';
