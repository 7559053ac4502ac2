import { alertsOf } from '../alerts/index';
import { isStillTrue } from './still-true';

/** Alerts about offers and dates. */
export const { queue: queueAlert, send: sendAlerts, timed: alertsSent } = alertsOf(isStillTrue);
