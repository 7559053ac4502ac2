import { api } from './api';

export { api };
export { EMPTY, isUnsaved, shownOf, type Entry } from '../outbox/entry';
export type { Outbox, SaveState } from '../outbox/outbox';
export { isMarkedCompleted, markCompleted } from '../outbox/mark-completed';
export {
  useAnswers,
  useCompleted,
  useEntry,
  useOutbox,
  type Dispute,
  type OwnAnswers,
  type Refusal,
} from '../outbox/use-outbox';
export { reportUnsaved } from '../outbox/report-unsaved';
export { useUnsavedForm, useUnsavedWork, type UnsavedWork } from './unsaved-work';
export { serverNow, useNow, useToday } from './clock';
export { asCallFailure, type CallFailure } from './failure';
export { fromContract, fromContractOrNull, type ArgOf } from './from-contract';
export {
  heldAct,
  holdAct,
  sendActs,
  sendAll,
  sendHeld,
  undoHeld,
  useHeldAct,
  UNDO_MS,
  type HeldAct,
} from './held-act';
export { listen } from './listen';
export { createDataStore, DataProvider, type DataStore } from './store';
export { hadCopies, send, setCredentials, type Call, type Credentials } from './transport';
export { useDispatch, useSelector } from 'react-redux';

/** Hooks of the whole API, one per route. */
export const {
  useReadProfileQuery,
  useCreateProfileMutation,
  useUpdateProfileMutation,
  useReadCardQuery,
  useChooseShownMutation,
  useReadAvailabilityQuery,
  useSaveAvailabilityMutation,
  useRequestPhotoUploadMutation,
  useSavePhotosMutation,
  useListPhotosQuery,
  useListOffersQuery,
  useCreateOfferMutation,
  useRespondToOfferMutation,
  useWithdrawOfferMutation,
  useCancelOfferMutation,
  useSayMetMutation,
  useLazyReadOfferCalendarQuery,
  useReadOfferMailQuery,
  useReadAlertsQuery,
  useChooseAlertsMutation,
  useReportOfferMutation,
  useReportPersonMutation,
  useListReportsQuery,
  useReadStandingQuery,
  usePauseProfileMutation,
  useAppealNoticeMutation,
  useReadHiddenContactsQuery,
  useHideContactsMutation,
  useShowContactsMutation,
  useReadCalendarFeedQuery,
  useMakeCalendarFeedMutation,
  useEndCalendarFeedMutation,
  useReadDateQuery,
  useSaveDateLineMutation,
  useSendDateSignalMutation,
  useShareDateMutation,
  useUnshareDateMutation,
  useLinkExportMutation,
  useListMatchesQuery,
  useHideMatchMutation,
  useListPlacesQuery,
  useListBlocksQuery,
  useCreateBlockMutation,
  useRemoveBlockMutation,
  useDeleteAccountMutation,
  useLazyExportAccountQuery,
  useListSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
} = api;
