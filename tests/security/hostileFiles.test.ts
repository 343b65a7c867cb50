import { describe } from '@jest/globals';
import { describeFiles } from './files/suite.ts';

describe('Hostile files', () => describeFiles(1));
