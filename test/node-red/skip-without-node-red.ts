import { beforeEach, inject } from "vitest";

beforeEach(({ skip }) => {
  const reason = inject("whyNoNodeRed");
  skip(reason !== "", reason);
});
