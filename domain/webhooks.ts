const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Seconds between the first attempt and the last: the three days of issue 16. */
export const GIVE_UP_AFTER = 72 * HOUR;

/** Pauses of the schedule that Standard Webhooks 1.0.0 gives as an example, in seconds. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR];

/** Most attempts of a delivery: the first, one after each pause, and the last when the three days are over. */
export const MOST_ATTEMPTS = PAUSES.length + 2;

/** Largest share by which a pause is shortened at random, so that what failed together does not come back together. */
const JITTER = 0.1;

/**
 * Seconds from the first attempt of a delivery to its next one, after `made` attempts of which the last was `since` seconds after the
 * first; null when it is given up. `random` is from 0 to 1.
 */
export const nextAttemptAfter = (made: number, since: number, random: number): number | null => {
  if (made >= MOST_ATTEMPTS || since >= GIVE_UP_AFTER) return null;
  const pause = PAUSES[made - 1];
  if (pause === undefined) return GIVE_UP_AFTER;
  return Math.min(GIVE_UP_AFTER, since + pause * (pause > MINUTE ? 1 - random * JITTER : 1));
};

/** Most webhooks of an account. */
export const MOST_WEBHOOKS = 10;
/** Days for which deliveries are kept, with what was sent and answered. */
export const DELIVERY_DAYS = 30;
/** Hours for which the secret before a rotation signs, too. */
export const OLD_SECRET_HOURS = 24;
/** Seconds that a receiver has for an answer. */
export const ANSWER_SECONDS = 10;
/** Most bytes of an answer that are kept. */
export const ANSWER_BYTES = 4096;
/** Ports of receivers. */
export const WEBHOOK_PORTS: readonly string[] = ['443', '8443'];

/** Why a webhook is paused. */
export type PauseReason = 'MANUAL' | 'EXHAUSTED' | 'GONE';

/** Why no answer came: no address, an address that is none of the public ones, no connection, no valid certificate, silence. */
export const DELIVERY_ERRORS = ['NOT_FOUND', 'PRIVATE', 'CONNECTION', 'CERTIFICATE', 'TIMEOUT'] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];
