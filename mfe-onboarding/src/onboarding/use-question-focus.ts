import { useEffect, useRef } from 'react';

/** Focuses the heading and scrolls to the top when the question changes, as any navigation does. */
export function useQuestionFocus(questionId: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(questionId);
  useEffect(() => {
    if (before.current === questionId) return;
    before.current = questionId;
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: 'instant' });
  }, [questionId]);
  return heading;
}
