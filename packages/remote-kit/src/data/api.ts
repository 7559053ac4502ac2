import { ROUTES, type ResponseOf } from '@flint/contracts';
import { message } from '@flint/texts';
import { createApi } from '@reduxjs/toolkit/query/react';
import type { CallFailure } from './failure';
import { fromContract, fromContractOr, fromContractOrNull } from './from-contract';

/** Stale time of the query cache in seconds (spec 9: 5 minutes). */
const STALE_SECONDS = 300;

/** An album that is not there is an empty one (spec 7). */
const NO_PHOTOS: ResponseOf<typeof ROUTES.listPhotos> = { items: [], nextCursor: null };

const noBaseQuery = () => ({ error: null as unknown as CallFailure });

/** The one RTK Query API of the page; shell and remotes share it, and hooks follow from the route table. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: noBaseQuery as () => { error: CallFailure },
  tagTypes: [
    'Profile',
    'Availability',
    'Photos',
    'Offers',
    'Matches',
    'Blocks',
    'OfferMail',
    'Alerts',
    'Standing',
    'Reports',
    'HiddenContacts',
    'Sessions',
    'CalendarFeed',
  ],
  keepUnusedDataFor: STALE_SECONDS,
  refetchOnMountOrArgChange: STALE_SECONDS,
  refetchOnReconnect: true,
  endpoints: (build) => ({
    readProfile: build.query({
      ...fromContractOrNull(ROUTES.readProfile, message('load profile')),
      providesTags: ['Profile'],
    }),
    createProfile: build.mutation({
      ...fromContract(ROUTES.createProfile, message('create profile')),
      invalidatesTags: ['Profile', 'Matches'],
    }),
    updateProfile: build.mutation({
      ...fromContract(ROUTES.updateProfile, message('update profile')),
      invalidatesTags: ['Profile', 'Matches'],
    }),
    readCard: build.query({
      ...fromContract(ROUTES.readCard, message('load how others see you')),
      providesTags: ['Profile', 'Photos'],
    }),
    chooseShown: build.mutation({
      ...fromContract(ROUTES.chooseShown, message('save what others see')),
      invalidatesTags: ['Profile'],
    }),
    readAvailability: build.query({
      ...fromContractOrNull(ROUTES.readAvailability, message('load availability')),
      providesTags: ['Availability'],
    }),
    saveAvailability: build.mutation({
      ...fromContract(ROUTES.saveAvailability, message('save availability')),
      invalidatesTags: ['Availability', 'Profile', 'Matches'],
    }),
    requestPhotoUpload: build.mutation(fromContract(ROUTES.requestPhotoUpload, message('get upload URL'))),
    savePhotos: build.mutation({
      ...fromContract(ROUTES.savePhotos, message('save photos')),
      invalidatesTags: ['Photos', 'Profile', 'Matches'],
    }),
    listPhotos: build.query({
      ...fromContractOr(ROUTES.listPhotos, message('load photos'), NO_PHOTOS),
      providesTags: ['Photos'],
    }),
    listOffers: build.query({
      ...fromContract(ROUTES.listOffers, message('load offers')),
      providesTags: ['Offers'],
    }),
    createOffer: build.mutation({
      ...fromContract(ROUTES.createOffer, message('create offer')),
      invalidatesTags: ['Offers', 'Matches'],
    }),
    respondToOffer: build.mutation({
      ...fromContract(ROUTES.respondToOffer, message('respond to offer')),
      invalidatesTags: ['Offers', 'Matches'],
    }),
    withdrawOffer: build.mutation({
      ...fromContract(ROUTES.withdrawOffer, message('withdraw offer')),
      invalidatesTags: ['Offers', 'Matches'],
    }),
    cancelOffer: build.mutation({
      ...fromContract(ROUTES.cancelOffer, message('cancel offer')),
      invalidatesTags: ['Offers', 'Matches'],
    }),
    sayMet: build.mutation({
      ...fromContract(ROUTES.sayMet, message('save your answer')),
      invalidatesTags: ['Offers', 'Matches'],
    }),
    readOfferCalendar: build.query(fromContract(ROUTES.readOfferCalendar, message('load calendar'))),
    readOfferMail: build.query({
      ...fromContract(ROUTES.readOfferMail, message('load mail settings')),
      providesTags: ['OfferMail'],
    }),
    saveOfferMail: build.mutation({
      ...fromContract(ROUTES.saveOfferMail, message('save mail settings')),
      invalidatesTags: ['OfferMail'],
    }),
    readAlerts: build.query({
      ...fromContract(ROUTES.readAlerts, message('load alert settings')),
      providesTags: ['Alerts'],
    }),
    chooseAlerts: build.mutation({
      ...fromContract(ROUTES.chooseAlerts, message('save alert settings')),
      invalidatesTags: ['Alerts'],
    }),
    reportOffer: build.mutation({
      ...fromContract(ROUTES.reportOffer, message('submit report')),
      invalidatesTags: ['Offers', 'Matches', 'Blocks'],
    }),
    listMatches: build.query({
      ...fromContract(ROUTES.listMatches, message('load matches')),
      providesTags: ['Matches'],
    }),
    listPlaces: build.query(fromContract(ROUTES.listPlaces, message('load places'))),
    hideMatch: build.mutation({
      ...fromContract(ROUTES.hideMatch, message('hide match')),
      invalidatesTags: ['Matches'],
    }),
    reportPerson: build.mutation({
      ...fromContract(ROUTES.reportPerson, message('submit report')),
      invalidatesTags: ['Offers', 'Matches', 'Blocks', 'Reports'],
    }),
    listReports: build.query({
      ...fromContract(ROUTES.listReports, message('load reports')),
      providesTags: ['Reports'],
    }),
    readStanding: build.query({
      ...fromContract(ROUTES.readStanding, message('load account state')),
      providesTags: ['Standing'],
    }),
    pauseProfile: build.mutation({
      ...fromContract(ROUTES.pauseProfile, message('pause profile')),
      invalidatesTags: ['Standing', 'Matches'],
    }),
    appealNotice: build.mutation({
      ...fromContract(ROUTES.appealNotice, message('send appeal')),
      invalidatesTags: ['Standing'],
    }),
    readHiddenContacts: build.query({
      ...fromContract(ROUTES.readHiddenContacts, message('load hidden people')),
      providesTags: ['HiddenContacts'],
    }),
    hideContacts: build.mutation({
      ...fromContract(ROUTES.hideContacts, message('hide people')),
      invalidatesTags: ['HiddenContacts', 'Matches'],
    }),
    showContacts: build.mutation({
      ...fromContract(ROUTES.showContacts, message('show people')),
      invalidatesTags: ['HiddenContacts', 'Matches'],
    }),
    readCalendarFeed: build.query({
      ...fromContract(ROUTES.readCalendarFeed, message('load calendar')),
      providesTags: ['CalendarFeed'],
    }),
    makeCalendarFeed: build.mutation({
      ...fromContract(ROUTES.makeCalendarFeed, message('make calendar')),
      invalidatesTags: ['CalendarFeed'],
    }),
    endCalendarFeed: build.mutation({
      ...fromContract(ROUTES.endCalendarFeed, message('end calendar')),
      invalidatesTags: ['CalendarFeed'],
    }),
    readDate: build.query({
      ...fromContract(ROUTES.readDate, message('load your date')),
      providesTags: ['Offers'],
    }),
    saveDateLine: build.mutation({
      ...fromContract(ROUTES.saveDateLine, message('save your line')),
      invalidatesTags: ['Offers'],
    }),
    sendDateSignal: build.mutation({
      ...fromContract(ROUTES.sendDateSignal, message('send the signal')),
      invalidatesTags: ['Offers'],
    }),
    shareDate: build.mutation(fromContract(ROUTES.shareDate, message('share date'))),
    unshareDate: build.mutation(fromContract(ROUTES.unshareDate, message('end sharing'))),
    listBlocks: build.query({
      ...fromContract(ROUTES.listBlocks, message('load blocked people')),
      providesTags: ['Blocks'],
    }),
    createBlock: build.mutation({
      ...fromContract(ROUTES.createBlock, message('block person')),
      invalidatesTags: ['Blocks', 'Offers', 'Matches'],
    }),
    removeBlock: build.mutation({
      ...fromContract(ROUTES.removeBlock, message('unblock person')),
      invalidatesTags: ['Blocks', 'Matches'],
    }),
    deleteAccount: build.mutation(fromContract(ROUTES.deleteAccount, message('delete account'))),
    linkExport: build.mutation(fromContract(ROUTES.linkExport, message('prepare export'))),
    exportAccount: build.query(fromContract(ROUTES.exportAccount, message('export account'))),
    listSessions: build.query({
      ...fromContract(ROUTES.listSessions, message('load your devices')),
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation({
      ...fromContract(ROUTES.endSession, message('sign out')),
      invalidatesTags: ['Sessions'],
    }),
    endOtherSessions: build.mutation({
      ...fromContract(ROUTES.endOtherSessions, message('sign out')),
      invalidatesTags: ['Sessions'],
    }),
  }),
});
