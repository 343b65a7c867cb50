import type { Answer } from '../asking.ts';
import { examplesFor } from '../examples.ts';
import { answer, say, strong } from '../words.ts';
import { capabilitiesOf, stepsOn } from './talk.ts';

/** Most things that are told of one screen. */
const TIPS = 3;

/** What the screen is called, and what people ask how to do on it. */
export const thisScreen: Answer = async (_, asking) => {
  if (!asking.screen) return capabilitiesOf(asking);
  const { path, title } = asking.screen;
  const tips = stepsOn(path).slice(0, TIPS);
  const choices = examplesFor(asking, 3).map((text) => ({ label: text, text }));
  const spans = [...say`Você está em ${strong(title)}.`, ...tips.flatMap((steps) => say` ${steps}`)];
  return answer('thisScreen', spans, { choices });
};
