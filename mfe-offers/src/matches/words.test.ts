import { factsOf } from './words';

describe('a reason in one line of a card', () => {
  it.each([
    ['Your first dates agree: coffee', 'Your first dates agree: coffee'],
    ['Right now you both put first: a degree', 'A degree'],
    ['A first date you would both like: a café off campus', 'A café off campus'],
    ['You both enjoy fashion and thrifting and yoga', 'You both enjoy fashion and thrifting and yoga'],
    ['Vous aimez tous les deux : escalade', 'Vous aimez tous les deux : escalade'],
    ['Un premier rendez-vous qui plairait à vous deux : échecs', 'Échecs'],
    ['Se décrit ainsi : drôle, calme ; vous cherchez les deux', 'Drôle, calme ; vous cherchez les deux'],
  ])('%s - keeps its fact', (reason, line) => expect(factsOf(reason)).toBe(line));
});
