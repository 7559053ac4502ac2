import { alertsOf } from '../alerts/index';
import { findTrue } from './still-true';

/** Alerts about offers and dates. */
export const { queue: queueAlert, send: sendAlerts, timed: alertsSent } = alertsOf(findTrue);
