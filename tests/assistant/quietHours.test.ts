import { describe, expect, test } from '@jest/globals';
import { nextDigest } from '#domain/assistant/digest.ts';
import { isQuiet } from '#domain/assistant/quietHours.ts';

const night = { from: '22:00', to: '07:30', weekends: false };
const SAO_PAULO = 'America/Sao_Paulo';

describe('Quiet hours', () => {
  test.each([
    // São Paulo is three hours behind UTC all year round.
    ['2026-11-20T00:59:00Z', SAO_PAULO, false],
    ['2026-11-20T01:00:00Z', SAO_PAULO, true],
    ['2026-11-20T03:00:00Z', SAO_PAULO, true],
    ['2026-11-20T10:29:59Z', SAO_PAULO, true],
    ['2026-11-20T10:30:00Z', SAO_PAULO, false],
    // Manaus is an hour behind it, and knows no daylight saving time either.
    ['2026-11-20T10:30:00Z', 'America/Manaus', true],
    ['2026-11-20T11:30:00Z', 'America/Manaus', false],
    // New York: 07:30 is 11:30 in summer and 12:30 in winter.
    ['2026-07-20T11:30:00Z', 'America/New_York', false],
    ['2026-12-21T11:30:00Z', 'America/New_York', true],
  ])('from 22:00 to 07:30 contain %s in %s: %s', (now, zone, quiet) => {
    expect(isQuiet(night, new Date(now), zone)).toBe(quiet);
  });

  test('of one day end on it', () => {
    const noon = { from: '12:00', to: '13:00', weekends: false };
    const at = (time: string) => isQuiet(noon, new Date(`2026-11-20T${time}:00Z`), SAO_PAULO);
    expect([at('14:59'), at('15:00'), at('15:59'), at('16:00')]).toEqual([false, true, true, false]);
  });

  test('of the weekend begin and end at the user’s midnight', () => {
    const weekends = { from: null, to: null, weekends: true };
    // 21/11/2026 is a Saturday.
    const at = (instant: string) => isQuiet(weekends, new Date(instant), SAO_PAULO);
    expect([at('2026-11-21T02:59:00Z'), at('2026-11-21T03:00:00Z')]).toEqual([false, true]);
    expect([at('2026-11-23T02:59:00Z'), at('2026-11-23T03:00:00Z')]).toEqual([true, false]);
  });
});

describe('The next daily letter', () => {
  test.each([
    ['2026-11-20T09:59:00Z', 7, SAO_PAULO, '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T10:00:00Z', 7, SAO_PAULO, '2026-11-21T10:00:00.000Z'],
    ['2026-11-20T02:30:00Z', 0, SAO_PAULO, '2026-11-20T03:00:00.000Z'],
    ['2026-12-31T23:30:00Z', 7, 'Pacific/Kiritimati', '2027-01-01T17:00:00.000Z'],
    // The clocks of New York skip 02:00 on 08/03/2026, and show 01:00 twice on 01/11/2026.
    ['2026-03-08T05:00:00Z', 2, 'America/New_York', '2026-03-08T07:00:00.000Z'],
    ['2026-11-01T04:30:00Z', 1, 'America/New_York', '2026-11-01T05:00:00.000Z'],
    ['2026-11-01T05:10:00Z', 1, 'America/New_York', '2026-11-02T06:00:00.000Z'],
  ])('after %s at %d h in %s is that of %s', (now, hour, zone, next) => {
    expect(nextDigest(new Date(now), hour, zone).toISOString()).toBe(next);
  });
});
