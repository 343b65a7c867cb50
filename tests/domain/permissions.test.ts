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

describe('what a person may do where they are', () => {
  test('is what they hold on the chosen building', () => {
    expect(currentPermissions(person, 1, 10)).toEqual(['DEBIT']);
    expect(currentPermissions(person, '1', '11')).toEqual(['DEBIT', 'CREDIT']);
    expect(currentPermissions(person, 1, 99)).toEqual([]);
  });

  test('is the union over the company when no building is chosen', () => {
    expect(currentPermissions(person, 1, null)).toEqual(['DEBIT', 'CREDIT', 'PURCHASE']);
    expect(currentPermissions(person, 1, -1)).toEqual(['DEBIT', 'CREDIT', 'PURCHASE']);
  });

  test('is nothing in another company, or where no company is chosen', () => {
    expect([currentPermissions(person, 9, null), currentPermissions(person, null, null)]).toEqual([[], []]);
    expect(currentPermissions(person, 'constructor', null)).toEqual([]);
  });

  test('is everything for an admin', () => {
    expect(currentPermissions(admin, 9, 9)).toEqual(['DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING']);
  });
});

describe('a feature', () => {
  test('opens for any of its permissions, for an admin, or when its own check passes', () => {
    expect(isFeatureAllowed(person, ['CREDIT', 'DEBIT'], at(1, 10))).toBe(true);
    expect(isFeatureAllowed(person, ['CREDIT'], at(1, 10))).toBe(false);
    expect(isFeatureAllowed(person, ['CREDIT'], at(1, 10), () => true)).toBe(true);
    expect(isFeatureAllowed(person, [], at(1, 10))).toBe(false);
    expect(isFeatureAllowed(admin, [], at(null, null))).toBe(true);
  });

  test('of wallets needs DEBIT and CREDIT', () => {
    expect([
      hasAllOf(person, ['DEBIT', 'CREDIT'], at(1, 11)),
      hasAllOf(person, ['DEBIT', 'CREDIT'], at(1, 10)),
    ]).toEqual([true, false]);
    expect(hasAllOf(admin, ['DEBIT', 'CREDIT'], at(1, null))).toBe(true);
  });
});

describe('rows', () => {
  test('are seen in the companies and buildings with a grant; null stands for rows of no building', () => {
    expect(allowedCompanies(person)).toEqual(['1', '2']);
    expect(allowedBuildings(person, 1, ['DEBIT'])).toEqual(['10', '11']);
    expect(allowedBuildings(person, 1, ['PURCHASE', 'CREDIT'])).toEqual(expect.arrayContaining(['11', null]));
    expect(allowedBuildings(person, 9, ['DEBIT'])).toEqual([]);
    expect([allowedCompanies(admin), allowedBuildings(admin, 1, ['DEBIT'])]).toEqual(['all', 'all']);
  });

  test('are changed only with the permission on every building they touch', () => {
    expect(mayTouch(person, 1, [10, 11], 'DEBIT')).toBe(true);
    expect(mayTouch(person, 1, ['10', '11'], 'CREDIT')).toBe(false);
    expect(mayTouch(person, 1, [10, 12], 'DEBIT')).toBe(false);
    expect(mayTouch(person, 2, [10], 'DEBIT')).toBe(false);
    expect(mayTouch(admin, 2, [10], 'DEBIT')).toBe(true);
  });

  test('that belong to no building need the grant for that', () => {
    expect(mayTouch(person, 1, [null], 'PURCHASE')).toBe(true);
    expect(mayTouch(person, 1, [null], 'DEBIT')).toBe(false);
    expect(mayTouch(person, 1, [], 'DEBIT')).toBe(false);
    expect(mayTouch(person, 1, [], 'PURCHASE')).toBe(true);
  });
});
