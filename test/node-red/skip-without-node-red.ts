import { beforeEach, inject } from "vitest";
import { isMosquittoMissing } from "../support/start-mosquitto.ts";

beforeEach(({ skip }) => {
  const reason = inject("whyNoNodeRed");
  skip(reason !== "", reason);
  skip(isMosquittoMissing, "no mosquitto");
});
