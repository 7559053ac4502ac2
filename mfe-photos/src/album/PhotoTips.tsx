import { Card, CardTitle, Stack } from '@flint/ui';

/** What makes a photo work, and what Flint does with it. */
export function PhotoTips() {
  return (
    <Card tone="soft">
      <Stack gap={2}>
        <CardTitle>Photo tips</CardTitle>
        <ul className="photos__tips">
          <li>Show your face clearly in your main photo.</li>
          <li>Add one of you doing something you love.</li>
          <li>Leave group pictures out: nobody knows which one is you.</li>
          <li>Places and other data hidden in the file are removed.</li>
        </ul>
      </Stack>
    </Card>
  );
}
