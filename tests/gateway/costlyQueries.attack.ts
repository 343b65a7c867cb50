import { describe } from '@jest/globals';
import { describeCostlyQueries } from './costly/suite.ts';

describe('Queries that are made to be dear', () => describeCostlyQueries(20));
