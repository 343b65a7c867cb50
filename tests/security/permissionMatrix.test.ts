import { describe } from '@jest/globals';
import { SUBSETS } from './matrix/oracle.ts';
import { describeMatrix } from './matrix/suite.ts';

/** Each set of permissions on one building and over one protocol, in turn; `npm run attack` runs all combinations. */
describe('The permission matrix', () => {
  describeMatrix(
    SUBSETS.map((held, index) => ({
      held,
      elsewhere: index % 3 === 2,
      protocols: [index % 2 === 0 ? 'REST' : 'GraphQL'] as const,
    })),
  );
});
