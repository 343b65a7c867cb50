import { describe, expect, test } from '@jest/globals';
import {
  allowedBuildings,
  allowedCompanies,
  currentPermissions,
  hasAllOf,
  isFeatureAllowed,
  mayTouch,
  type Grantee,
} from '#domain/permissions.ts';

const admin: Grantee = { admin: true, permissions: {} };
const person: Grantee = {
  admin: false,
  permissions: {
    '1': { '10': ['DEBIT'], '11': ['CREDIT', 'DEBIT'], '-1': ['PURCHASE'] },
    '2': { '20': ['ENGINEERING'] },
    '3': { '30': [] },
  },
};
const at = (companyId: number | string | null, buildingId: number | string | null) => ({ companyId, buildingId });

describe('The permissions of a user at the chosen place', () => {
  test('are those on the chosen building', () => {
    expect(currentPermissions(person, 1, 10)).toEqual(['DEBIT']);
    expect(currentPermissions(person, '1', '11')).toEqual(['DEBIT', 'CREDIT']);
    expect(currentPermissions(person, 1, 99)).toEqual([]);
  });

  test('are the union over the company when no building is chosen', () => {
    expect(currentPermissions(person, 1, null)).toEqual(['DEBIT', 'CREDIT', 'PURCHASE']);
    expect(currentPermissions(person, 1, -1)).toEqual(['DEBIT', 'CREDIT', 'PURCHASE']);
  });

  test('are none in another company, or when no company is chosen', () => {
    expect([currentPermissions(person, 9, null), currentPermissions(person, null, null)]).toEqual([[], []]);
    expect(currentPermissions(person, 'constructor', null)).toEqual([]);
  });

  test('are all for an admin', () => {
    expect(currentPermissions(admin, 9, 9)).toEqual(['DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING']);
  });
});

describe('A feature', () => {
  test('is allowed by any of its permissions, for an admin, or by its own check', () => {
    expect(isFeatureAllowed(person, ['CREDIT', 'DEBIT'], at(1, 10))).toBe(true);
    expect(isFeatureAllowed(person, ['CREDIT'], at(1, 10))).toBe(false);
    expect(isFeatureAllowed(person, ['CREDIT'], at(1, 10), () => true)).toBe(true);
    expect(isFeatureAllowed(person, [], at(1, 10))).toBe(false);
    expect(isFeatureAllowed(admin, [], at(null, null))).toBe(true);
  });

  test('for wallets needs DEBIT and CREDIT', () => {
    expect([
      hasAllOf(person, ['DEBIT', 'CREDIT'], at(1, 11)),
      hasAllOf(person, ['DEBIT', 'CREDIT'], at(1, 10)),
    ]).toEqual([true, false]);
    expect(hasAllOf(admin, ['DEBIT', 'CREDIT'], at(1, null))).toBe(true);
  });
});

describe('Rows', () => {
  test('are visible in the companies and buildings with a grant; null stands for rows without a building', () => {
    expect(allowedCompanies(person)).toEqual(['1', '2']);
    expect(allowedBuildings(person, 1, ['DEBIT'])).toEqual(['10', '11']);
    expect(allowedBuildings(person, 1, ['PURCHASE', 'CREDIT'])).toEqual(expect.arrayContaining(['11', null]));
    expect(allowedBuildings(person, 9, ['DEBIT'])).toEqual([]);
    expect([allowedCompanies(admin), allowedBuildings(admin, 1, ['DEBIT'])]).toEqual(['all', 'all']);
  });

  test('may be changed only with the permission on all of their buildings', () => {
    expect(mayTouch(person, 1, [10, 11], 'DEBIT')).toBe(true);
    expect(mayTouch(person, 1, ['10', '11'], 'CREDIT')).toBe(false);
    expect(mayTouch(person, 1, [10, 12], 'DEBIT')).toBe(false);
    expect(mayTouch(person, 2, [10], 'DEBIT')).toBe(false);
    expect(mayTouch(admin, 2, [10], 'DEBIT')).toBe(true);
  });

  test('without a building need the grant for no building', () => {
    expect(mayTouch(person, 1, [null], 'PURCHASE')).toBe(true);
    expect(mayTouch(person, 1, [null], 'DEBIT')).toBe(false);
    expect(mayTouch(person, 1, [], 'DEBIT')).toBe(false);
    expect(mayTouch(person, 1, [], 'PURCHASE')).toBe(true);
  });
});
