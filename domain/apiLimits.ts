/** What programs may use, by tokens (docs/decisions/0083). */
export const API_LIMITS = {
  /** Points of one token in a minute, GraphQL and REST together. */
  minutePoints: 600_000,
  /** Points of a call of REST: 1,200 calls a minute. */
  callPoints: 500,
  /** Points of GraphQL of all tokens of an account in a day of São Paulo. */
  dayPoints: 50_000_000,
  /** Calls of REST of all tokens of an account in that day. */
  dayCalls: 50_000,
  /**
   * Files of CSV of all tokens of an account in that day. A workbook of all fifteen datasets that refreshes hourly takes 360:
   * two of them fit, and the stages of some obras (docs/decisions/0092).
   */
  dayFiles: 1_000,
  /** Percent of a limit of the day from which its bar is amber and administrators are told (mock 30). */
  tellAt: 80,
} as const;

/** Whether a use of the day is near its limit, or beyond it. */
export const isNearLimit = ({ used, limit }: { used: number; limit: number }): boolean =>
  used * 100 >= limit * API_LIMITS.tellAt;

/** Header by which the gateway tells the services what a token uses: "points=1500" or "calls=1". */
export const API_USE_HEADER = 'x-prumo-use';

/** Days that a new token is proposed to live, and the most that it may. */
export const TOKEN_DAYS = { proposed: 90, most: 365 } as const;

/** Days that the tokens of a service account go on without anybody who answers for it (docs/decisions/0094). */
export const UNATTENDED_DAYS = 30;

/** Days before its end from which a token is shown as ending. */
export const TOKEN_ENDS_SOON = 7;

/** What a token opens, as people call it: permissions of §6 by domain. */
export const API_AREAS = ['FINANCIAL', 'PURCHASE', 'ENGINEERING'] as const;
export type ApiArea = (typeof API_AREAS)[number];

/** How tokens of programs begin, so that they are recognised where they should not be: in code, in logs. */
export const API_TOKEN_PREFIX = 'prm_';
export const isApiToken = (token: string): boolean => token.startsWith(API_TOKEN_PREFIX);
