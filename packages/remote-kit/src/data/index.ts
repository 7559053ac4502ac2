import { api } from './api';

export { api };
export { autosaverOf, type Autosaver, type Refusal, type SaveState } from '../answers/autosaver';
export type { Draft } from '../answers/draft-shape';
export { isMarkedCompleted, markCompleted } from '../answers/mark-completed';
export { useAutosaver, useDraft } from '../answers/use-autosave';
export { useUnsavedForm, useUnsavedWork, type UnsavedWork } from './unsaved-work';
export { asCallFailure, type CallFailure } from './failure';
export { fromContract, fromContractOrNull, type ArgOf } from './from-contract';
export { heldAct, holdAct, sendHeld, undoHeld, useHeldAct, UNDO_MS, type HeldAct } from './held-act';
export { listen } from './listen';
export { createDataStore, DataProvider, type DataStore } from './store';
export { send, setCredentials, type Call, type Credentials } from './transport';
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
  useSaveOfferMailMutation,
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
