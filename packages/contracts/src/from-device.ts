/** Marks an answer that the service worker had on the device: the server did not respond, and may have other values by now. */
export const FROM_DEVICE_HEADER = 'x-flint-from-device';
