// A bridge that a Go programmer would write: net/http, paho, one goroutine for each thing that is read. It publishes answers
// that differ from the last ones. Argument: the job, as bench/support/job.ts describes it.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

type job struct {
	Players []string `json:"players"`
	Reads   []struct {
		Name       string  `json:"name"`
		Path       string  `json:"path"`
		IntervalMs float64 `json:"intervalMs"`
	} `json:"reads"`
	BrokerHost string `json:"brokerHost"`
	BrokerPort int    `json:"brokerPort"`
	Base       string `json:"base"`
}

type player struct {
	address string
	client  *http.Client
}

func (p player) get(path string) ([]byte, error) {
	answer, err := p.client.Get("http://" + p.address + path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	return io.ReadAll(answer.Body)
}

func (p player) poll(broker mqtt.Client, topic, path string, delay, interval time.Duration) {
	time.Sleep(delay)
	var last []byte
	for tick := time.Tick(interval); ; <-tick {
		body, err := p.get(path)
		if err != nil || bytes.Equal(body, last) {
			continue
		}
		last = body
		broker.Publish(topic, 0, true, body)
	}
}

func (p player) selectInput(broker mqtt.Client, topic, tag string) {
	body, err := p.get("/DeviceMusicControl/v2/setInputList?tag=" + url.QueryEscape(tag))
	var routing struct {
		InputData  []struct{ Tag string }
		InputIndex int
	}
	if err == nil && json.Unmarshal(body, &routing) == nil && routing.InputIndex < len(routing.InputData) {
		broker.Publish(topic, 0, true, routing.InputData[routing.InputIndex].Tag)
	}
}

func main() {
	var work job
	file, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = json.Unmarshal(file, &work)
	}
	if err != nil {
		log.Fatal(err)
	}
	players := []player{}
	for _, address := range work.Players {
		transport := &http.Transport{MaxConnsPerHost: 1, IdleConnTimeout: 10 * time.Minute}
		players = append(players, player{address, &http.Client{Transport: transport, Timeout: 5 * time.Second}})
	}
	options := mqtt.NewClientOptions().AddBroker(fmt.Sprintf("tcp://%s:%d", work.BrokerHost, work.BrokerPort)).SetOrderMatters(false)
	options.SetOnConnectHandler(func(broker mqtt.Client) {
		broker.Subscribe(work.Base+"/+/audio/input/set", 0, func(_ mqtt.Client, message mqtt.Message) {
			levels := strings.Split(message.Topic(), "/")
			if number, err := strconv.Atoi(levels[1][1:]); err == nil && number < len(players) {
				players[number].selectInput(broker, strings.TrimSuffix(message.Topic(), "/set"), string(message.Payload()))
			}
		})
	})
	broker := mqtt.NewClient(options)
	if connected := broker.Connect(); connected.Wait() && connected.Error() != nil {
		log.Fatal(connected.Error())
	}
	for number, one := range players {
		for _, read := range work.Reads {
			interval := time.Duration(read.IntervalMs * float64(time.Millisecond))
			delay := interval * time.Duration(number) / time.Duration(len(players))
			go one.poll(broker, fmt.Sprintf("%s/p%d/%s", work.Base, number, read.Name), read.Path, delay, interval)
		}
	}
	select {}
}
