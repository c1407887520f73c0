import { expect, it } from "vitest";
import { onPage } from "./on-stage.ts";

it("leaves Enter to the button that has the focus, and says when a key did not work", async () => {
  const { den, page } = await onPage("#/players/den/remote");
  await page.getByRole("button", { name: "Menu" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => den.player.keys).toEqual(["Key.Menu"]);
  using _fault = den.behaviors.add("http:500@sendkey");
  await page.getByRole("button", { name: "OK" }).click();
  await page
    .getByRole("alert")
    .getByText(/^That did not work: .*500/)
    .waitFor();
});
